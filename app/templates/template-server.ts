import type { JsonObject } from '#app/runtime/json.ts';

import type { TemplateId } from './templates.ts';

/** A tool of a template's server, with one call of it. */
export interface TemplateTool {
  name: string;
  title: string | null;
  /** It only reads. */
  isReadOnly: boolean;
  call: {
    arguments: JsonObject;
    /** The answer's structured content as indented JSON, else its text. */
    answer: string;
  };
}

/** A template as it runs: its tools, their answers and its score, measured when the site is built. */
export interface TemplateServer {
  /** Of its template. */
  id: TemplateId;
  tools: TemplateTool[];
  /** Of its readiness report. */
  score: number;
  /** Checks that passed, of all that applied. */
  passed: number;
  checks: number;
}
