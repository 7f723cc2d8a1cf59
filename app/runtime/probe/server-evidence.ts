import type { JsonObject } from '../json.ts';

/** Stands in evidence for the value of a header that carries a credential. */
export const HIDDEN_VALUE = '…';

/** What the probe asks a server, one request each. */
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
  /** The ping that the wrong ones below are made from, with nothing wrong about it. */
  | 'control'
  | 'get'
  | 'put'
  | 'jsonBroken'
  | 'typeWrong'
  | 'originForeign'
  /** The control as a page of the server's own origin sends it. */
  | 'originOwn'
  | 'hostForeign'
  | 'preflight'
  | 'tokenMissing'
  | 'tokenStrange'
  | 'resourceMetadata'
  | 'health';

/** What came back for one request. */
export interface ProbeAnswer {
  status: number;
  /** Lower-case names. */
  headers: { [name: string]: string };
  /** The body's text, cut where it is long. */
  body: string;
  /** The JSON-RPC response in it, or the one JSON value where that is an object. */
  message: JsonObject | null;
  /** Requests and notifications that came along in an event stream. */
  others: JsonObject[];
}

/** One request of the probe and what it gave. */
export interface Exchange {
  sent: { method: string; url: string; headers: { [name: string]: string }; body: string };
  got: ProbeAnswer | null;
  /** Why nothing came back. */
  error?: string;
  /** Where the answer is not what the protocol's schema says; absent: it was not compared. */
  schemaProblems?: string[];
}

/** The tool list as the server gave it, page by page. */
export interface ProbedTools {
  tools: JsonObject[];
  /** Bytes of each page's message. */
  pageBytes: number[];
  /** False where the probe stopped before the last page. */
  isComplete: boolean;
}

/** All that a probe found out about a running server. Plain JSON. */
export interface ServerEvidence {
  url: string;
  /** ISO 8601. */
  checkedAt: string;
  /** Whether a request's `Host` header arrives as it was given. */
  sendsHost: boolean;
  /** Protocol revisions that it answers; `null`: none. */
  era: 'both' | 'modern' | 'legacy' | null;
  exchanges: { [Name in ProbeName]?: Exchange };
  /** Null: no list was to be had. */
  tools: ProbedTools | null;
  /** Name of the argument that `argumentsWrong` left out or got wrong. */
  wrongArgument: string | null;
  /** Name of the tool that `callRight` called. */
  calledTool: string | null;
}

/** One call of the server's first API while a stand-in for that API misbehaved. */
export interface UpstreamTrial {
  /** Method and address of each request that went out. */
  requests: string[];
  /** Milliseconds waited between them. */
  waits: number[];
  /** `status 503`, or why there was none. */
  outcome: string;
  /** What the tool was told. */
  seen: string;
  /** The last request was ended early. */
  isAborted: boolean;
  /** Stand-ins of secrets that the tool was told. */
  leaks: number;
  /** Some request carried a credential. */
  credentials: boolean;
}

/** How the server's way out behaves. */
export interface UpstreamEvidence {
  /** Id of the upstream that all but the first of these were tried with. */
  upstream: string;
  /** Ids of the upstreams that were sent a credential, and said it back. */
  echoed: string[];
  /** Each API says back what it was told, with each way to sign in by itself: all of it in one. */
  echo: UpstreamTrial;
  /** It answers 503 to a GET. */
  read: UpstreamTrial;
  /** It answers 503 to a POST. */
  write: UpstreamTrial;
  /** It answers 429, and asks to wait for two seconds. */
  wait: UpstreamTrial;
  /** It redirects to an address of a private network. */
  moved: UpstreamTrial;
  /** Its answer does not end. */
  flood: UpstreamTrial;
  /** It does not answer. */
  hang: UpstreamTrial;
  /** It does not answer, and the client leaves. */
  leave: UpstreamTrial;
}
