import type { JsonObject } from '../json.ts';

/** Replaces the value of a credential header in evidence. */
export const HIDDEN_VALUE = '…';

/** Names of the probe's requests. */
export type ProbeName =
  | 'discover'
  | 'initialize'
  | 'list'
  | 'listLegacy'
  | 'listAgain'
  | 'methodMismatch'
  | 'nameMismatch'
  | 'versionUnsupported'
  | 'methodUnknown'
  | 'undeclared'
  | 'cursorUnknown'
  | 'toolUnknown'
  | 'argumentsWrong'
  | 'callRight'
  /** The valid ping that the invalid ones below are derived from. */
  | 'control'
  | 'get'
  | 'put'
  | 'jsonBroken'
  | 'typeWrong'
  | 'originForeign'
  /** The control as sent by a page of the server's own origin. */
  | 'originOwn'
  | 'hostForeign'
  | 'preflight'
  | 'tokenMissing'
  | 'tokenStrange'
  /** A token of OAuth's usual form that names another server as its audience. */
  | 'tokenForeign'
  | 'resourceMetadata'
  | 'health';

/** Response to one request. */
export interface ProbeAnswer {
  status: number;
  /** Lower-case names. */
  headers: { [name: string]: string };
  /** The body's text, truncated if long. */
  body: string;
  /** The JSON-RPC response in it, or its only JSON value if that is an object. */
  message: JsonObject | null;
  /** Requests and notifications from the same event stream. */
  others: JsonObject[];
}

/** One request of the probe and its response. */
export interface Exchange {
  sent: { method: string; url: string; headers: { [name: string]: string }; body: string };
  got: ProbeAnswer | null;
  /** Why there was no response. */
  error?: string;
  /** Deviations from the protocol's schema; absent: not compared. */
  schemaProblems?: string[];
}

/** The tool list as the server returned it, page by page. */
export interface ProbedTools {
  tools: JsonObject[];
  /** Size of each page's message in bytes. */
  pageBytes: number[];
  /** False if the probe stopped before the last page. */
  isComplete: boolean;
}

/** All findings of a probe about a running server. Plain JSON. */
export interface ServerEvidence {
  url: string;
  /** ISO 8601. */
  checkedAt: string;
  /** Whether a request's `Host` header arrives unchanged. */
  sendsHost: boolean;
  /** Supported protocol eras; null: none. */
  era: 'both' | 'modern' | 'legacy' | null;
  exchanges: { [Name in ProbeName]?: Exchange };
  /** Null: the server returned no list. */
  tools: ProbedTools | null;
  /** Name of the tool that `argumentsWrong` called. */
  wrongTool: string | null;
  /** Name of the argument that `argumentsWrong` omitted or set wrongly. */
  wrongArgument: string | null;
  /** Name of the tool that `callRight` called. */
  calledTool: string | null;
}

/** One call of the server's first API while a stand-in for that API misbehaved. */
export interface UpstreamTrial {
  /** Method and address of each request sent. */
  requests: string[];
  /** Waits between them, in milliseconds. */
  waits: number[];
  /** `status 503`, or the failure. */
  outcome: string;
  /** Text of the tool's result. */
  seen: string;
  /** The last request was aborted. */
  isAborted: boolean;
  /** Stand-ins of secrets that reached the tool. */
  leaks: number;
  /** At least one request carried a credential. */
  credentials: boolean;
}

/** Behaviour of the server's outbound requests. */
export interface UpstreamEvidence {
  /** Id of the upstream used in all trials but the first. */
  upstream: string;
  /** Ids of the upstreams that received a credential and echoed it. */
  echoed: string[];
  /** Each API echoes its request, with each authentication scheme separately, in one trial. */
  echo: UpstreamTrial;
  /** The API answers 503 to a GET. */
  read: UpstreamTrial;
  /** The API answers 503 to a POST. */
  write: UpstreamTrial;
  /** The API answers 503 to a PUT of a tool that is marked as not safe to repeat. */
  marked: UpstreamTrial;
  /** The API answers 429 and asks to wait for two seconds. */
  wait: UpstreamTrial;
  /** The API redirects to an address of a private network. */
  moved: UpstreamTrial;
  /** The API sends an endless response. */
  flood: UpstreamTrial;
  /** The API does not answer. */
  hang: UpstreamTrial;
  /** The API does not answer, and the client disconnects. */
  leave: UpstreamTrial;
}
