import type { JsonObject } from '#app/runtime/definition.ts';

export interface ArgumentFacts {
  name: string;
  in?: string;
  type?: string;
  required: boolean;
  minimum?: number;
  maximum?: number;
}

export interface ToolFacts {
  name: string;
  title?: string;
  enabled: boolean;
  kind: 'http' | 'code' | 'mcp';
  method?: string;
  path?: string;
  upstream?: string;
  reads: boolean;
  destructive: boolean;
  confirms: boolean;
  keep?: string[];
  arguments: ArgumentFacts[];
  /** Names of the answer's properties, where they are known. */
  returns?: string[];
}

export interface UpstreamFacts {
  id: string;
  baseUrl: string;
  auth: string[];
}

export interface TemplateFacts {
  id: string;
  title: string;
  summary: string;
}

/** What `read_blueprint` tells of the draft. */
export interface DraftFacts {
  identity: { name: string; title?: string; description?: string };
  upstreams: UpstreamFacts[];
  tools: ToolFacts[];
  resources: string[];
  prompts: string[];
  templates: TemplateFacts[];
}

/** One call of a builder tool. */
export interface Call {
  tool: string;
  input: JsonObject;
}

/** A call that was made, and what came of it. */
export interface FinishedCall {
  tool: string;
  input: object;
  output: unknown;
}

/** All that the built-in builder knows when it takes a step. */
export interface BuiltInTurn {
  /** What the person said last. */
  text: string;
  /** What they said before, oldest first. */
  earlier: string[];
  /** Calls of this turn, in order. */
  results: FinishedCall[];
}

/** What is said and called next; without calls the turn is over and `say` is its summary. */
export interface BuiltInStep {
  say: string;
  calls: Call[];
}
