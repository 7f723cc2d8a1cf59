import type { BuilderToolName } from '#app/builder/tools/builder-tools.ts';
import type { HttpPagination } from '#app/runtime/definition.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

/** One argument of a tool; the properties of a JSON body are arguments in `body`. */
export interface ArgumentFacts {
  name: string;
  in?: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** Name on the wire, if it differs. */
  sentAs?: string;
  type?: string;
  /** Type of a list's items. */
  items?: string;
  format?: string;
  required: boolean;
  minimum?: number;
  maximum?: number;
  enum?: (string | number)[];
  default?: JsonValue;
  description?: string;
}

export interface ToolFacts {
  name: string;
  title?: string;
  description?: string;
  enabled: boolean;
  kind: 'http' | 'code' | 'mcp';
  method?: string;
  path?: string;
  /** Id of the upstream. */
  upstream?: string;
  reads: boolean;
  destructive: boolean;
  confirms: boolean;
  keep?: string[];
  pagination?: HttpPagination;
  /** Fixed values. */
  constants?: { in: string; name: string; value: JsonValue }[];
  arguments: ArgumentFacts[];
  /** Names of the response's properties, if known. */
  returns?: string[];
}

export interface AuthFacts {
  kind: string;
  /** Location and name of a key. */
  in?: string;
  name?: string;
  authorizationUrl?: string;
  tokenUrl?: string;
  scopes?: string[];
  isPublicClient?: boolean;
}

export interface UpstreamFacts {
  id: string;
  baseUrl: string;
  auth: AuthFacts[];
}

export interface TemplateFacts {
  id: string;
  title: string;
  summary: string;
}

/** Content of a draft, from `read_blueprint`. */
export interface DraftFacts {
  identity: { name: string; title?: string; description?: string; instructions?: string };
  upstreams: UpstreamFacts[];
  tools: ToolFacts[];
  resources: string[];
  prompts: string[];
  templates: TemplateFacts[];
}

/** One call of a builder tool. */
export interface Call {
  tool: BuilderToolName;
  input: JsonObject;
}

/** A finished call and its result. */
export interface FinishedCall {
  tool: BuilderToolName;
  input: object;
  output: unknown;
}

/** An earlier exchange of the chat. */
export interface PastTurn {
  /** The user's message. */
  text: string;
  calls: FinishedCall[];
}

/** Everything the built-in builder knows when it takes a step. */
export interface BuiltInTurn {
  /** The user's last message. */
  text: string;
  /** Names of documents that came with it and are too long to read. */
  attached?: readonly string[];
  /** The earlier turns, oldest first. */
  past: PastTurn[];
  /** Calls of this turn, in order. */
  results: FinishedCall[];
}

/** Text and calls of a step; without calls the turn ends and `say` is its summary. */
export interface BuiltInStep {
  say: string;
  calls: Call[];
}
