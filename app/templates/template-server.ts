import type { Verdict } from '#app/platform/verdict.ts';
import type { JsonObject } from '#app/runtime/json.ts';

import type { TemplateId } from './templates.ts';

/** A tool of a template's server, with one example call. */
export interface TemplateTool {
  name: string;
  title: string | null;
  /** Read-only. */
  isReadOnly: boolean;
  call: {
    arguments: JsonObject;
    /** The response's structured content as indented JSON, or its text. */
    answer: string;
  };
}

/** A running template: its tools, their responses and the verdict on it, measured when the site is built. */
export interface TemplateServer {
  /** Id of its template. */
  id: TemplateId;
  tools: TemplateTool[];
  /** Of its readiness report. */
  verdict: Verdict;
  /** Number of passed checks, and of applicable ones. */
  passed: number;
  checks: number;
}
