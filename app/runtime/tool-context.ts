import type { JsonObject, JsonValue } from './json.ts';

/** A request to an upstream before credentials are added. Plain data: it crosses isolates. */
export interface UpstreamRequest {
  method: string;
  /** Relative to the base URL, query included: starts with `/`, or is empty for the base URL. */
  path: string;
  headers: [name: string, value: string][];
  body?: string | Uint8Array;
  /** As `security` of an http action. */
  security?: string[][];
  /** Sending it twice does no more than sending it once; absent: as its method promises. */
  idempotent?: boolean;
  /** The caller is told how it goes. For who has no progress of its own to tell. */
  reportsProgress?: boolean;
}

/** What came back; secrets that the upstream echoed are blanked already. */
export interface UpstreamResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
}

export type UpstreamFailureReason =
  | 'unknownUpstream'
  | 'refused'
  | 'secretMissing'
  | 'authFailed'
  | 'timeout'
  | 'cancelled'
  | 'unreachable'
  | 'brokenOff'
  | 'heldBack'
  | 'busy'
  | 'redirected'
  | 'tooLarge'
  | 'rateLimited';

export type UpstreamOutcome = (
  | { ok: true; response: UpstreamResponse }
  | { ok: false; reason: UpstreamFailureReason; message: string }
) & {
  /** How often it was sent, where more than once. */
  attempts?: number;
};

/** What is worth telling of a call that takes long. */
export type UpstreamProgress =
  | { kind: 'body'; bytes: number; total?: number }
  | { kind: 'retry'; attempt: number; of: number; waitMs: number; why: string };

/**
 * The one way out of a tool: credentials, limits and guards are applied behind it. An expected
 * failure is an outcome, never a rejection. `signal` ends the call early; `report` hears how it goes.
 */
export type UpstreamFetch = (
  upstream: string,
  request: UpstreamRequest,
  signal?: AbortSignal,
  report?: (progress: UpstreamProgress) => void,
) => Promise<UpstreamOutcome>;

/** The part of a tool's context that reaches the client that called. */
export interface ClientLink {
  /** Aborted when the client cancels or goes away. */
  signal: AbortSignal;
  progress: (progress: number, total?: number, message?: string) => Promise<void>;
  log: (level: LogLevel, message: string, fields?: JsonObject) => Promise<void>;
  /**
   * Asks the user; null where the client cannot. What a question is called tells its answer from
   * others; without a name the order of the questions does, which then must not change.
   */
  elicit: (message: string, schema: JsonObject, name?: string) => Promise<ElicitAnswer | null>;
  /** Asks the client's model; null where the client cannot. */
  sample: (prompt: string, maxTokens: number, name?: string) => Promise<string | null>;
  /** Asks for the folders that the client works in; null where the client cannot. */
  roots: (name?: string) => Promise<Root[] | null>;
  /** Tells the clients that watch a resource that its content is another now. */
  updated: (uri: string) => Promise<void>;
  /** The trace that the call is part of (W3C Trace Context), where the client named one. */
  trace?: TraceContext | undefined;
}

export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** What a tool may use while it runs. */
export interface ToolContext extends ClientLink {
  fetch: UpstreamFetch;
  /** Calls another tool of this server. */
  callTool: (name: string, args: JsonObject) => Promise<ToolResult>;
}

export type LogLevel =
  | 'debug'
  | 'info'
  | 'notice'
  | 'warning'
  | 'error'
  | 'critical'
  | 'alert'
  | 'emergency';

/** A folder or file that the client works in. */
export interface Root {
  uri: string;
  name?: string;
}

export interface ElicitAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content?: JsonObject;
}

/** What a `code` action gives: a plain value, or a full result. */
export type ToolFunction = (
  args: JsonObject,
  context: ToolContext,
) => Promise<JsonValue | ToolResult> | JsonValue | ToolResult;

export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; size?: number }
  | {
      type: 'resource';
      resource:
        | { uri: string; mimeType?: string; text: string }
        | { uri: string; mimeType?: string; blob: string };
    };

/** MCP's `CallToolResult`. */
export interface ToolResult {
  content: ContentBlock[];
  structuredContent?: JsonObject;
  isError?: boolean;
  _meta?: JsonObject;
}

/** A tool to run. */
export interface ToolCall {
  name: string;
  arguments: JsonObject;
}

/** Runs a tool for a client: in this process, or in an isolate behind it. */
export type ToolRunner = (call: ToolCall, client: ClientLink) => Promise<ToolResult>;
