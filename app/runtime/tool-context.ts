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
  /** Whether repeating it is safe; default: as its method promises. */
  idempotent?: boolean;
  /** Progress is reported to the caller. For actions without progress of their own. */
  reportsProgress?: boolean;
}

/** An upstream's response; secrets that it echoed are already redacted. */
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
  /** Number of attempts, if more than one. */
  attempts?: number;
};

/** Progress of a long call. */
export type UpstreamProgress =
  | { kind: 'body'; bytes: number; total?: number }
  | { kind: 'retry'; attempt: number; of: number; waitMs: number; why: string };

/**
 * The only way for a tool to send requests: credentials, limits and guards are applied behind it. An expected
 * failure is an outcome, never a rejection. `signal` aborts the call; `report` receives its progress.
 */
export type UpstreamFetch = (
  upstream: string,
  request: UpstreamRequest,
  signal?: AbortSignal,
  report?: (progress: UpstreamProgress) => void,
) => Promise<UpstreamOutcome>;

/** The part of a tool's context that reaches the calling client. */
export interface ClientLink {
  /** Aborted when the client cancels or disconnects. */
  signal: AbortSignal;
  progress: (progress: number, total?: number, message?: string) => Promise<void>;
  log: (level: LogLevel, message: string, fields?: JsonObject) => Promise<void>;
  /**
   * Asks the user; null if the client cannot. The name of a question identifies its answer; unnamed questions
   * are matched by their order, which then must not change.
   */
  elicit: (message: string, schema: JsonObject, name?: string) => Promise<ElicitAnswer | null>;
  /**
   * Asks the user to open an address and to come back; absent if the client cannot. What they did there it does
   * not tell.
   */
  elicitUrl?: (message: string, url: string, name: string) => Promise<ElicitAnswer>;
  /** Asks the client's model; null if the client cannot. */
  sample: (prompt: string, maxTokens: number, name?: string) => Promise<string | null>;
  /** Asks for the folders that the client works in; null if the client cannot. */
  roots: (name?: string) => Promise<Root[] | null>;
  /** Notifies clients that watch a resource of its change. */
  updated: (uri: string) => Promise<void>;
  /** Trace that the call is part of (W3C Trace Context), if the client named one. */
  trace?: TraceContext | undefined;
}

export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** Functions that a tool's action may use while it runs. */
export interface ActionContext extends Omit<ClientLink, 'elicitUrl'> {
  /**
   * Sends a request and resolves with its outcome: `{ok: true, response: {status, headers, body}}`, where the
   * body is bytes, or `{ok: false, reason, message}`.
   */
  fetch: UpstreamFetch;
  /**
   * Calls another tool of this server: its arguments are validated, and a failure is a result with `isError`.
   * Its values are in `structuredContent`, where it has any.
   */
  callTool: (name: string, args: JsonObject) => Promise<ToolResult>;
}

/** Everything that the code of a tool may use while it runs. */
export interface ToolContext extends ActionContext {
  json: JsonCall;
}

/** A request whose body and response are JSON. */
export interface JsonRequest extends Pick<UpstreamRequest, 'security' | 'idempotent'> {
  /** Default: `POST` with a body, else `GET`. */
  method?: string;
  /** Relative to the base URL; values in it are encoded by the caller. */
  path: string;
  /** Encoded here. A list is a pair for each item; null and undefined are left out. */
  query?: { [name: string]: JsonValue | undefined };
  headers?: { [name: string]: string };
  body?: JsonValue;
}

/**
 * Sends a request and resolves with the JSON of its response, which is not compared with `Answer`; an empty
 * response is null. Throws an error with a `message` for people and models, and the `status` if there was a
 * response, where the request fails, the status is 400 or above, or the response is not JSON.
 */
export type JsonCall = <Answer = JsonValue>(
  upstream: string,
  request: JsonRequest,
) => Promise<Answer>;

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

/** Result of a `code` action: a plain value, or a full result. */
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
