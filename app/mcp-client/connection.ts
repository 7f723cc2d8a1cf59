import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import type { ExchangeLog } from './exchange.ts';
import type { ServerTarget } from './target.ts';

/** The reason why no server answered, in the order in which a person would check them. */
export interface ConnectProblem {
  reason:
    | 'unreachable'
    | 'blocked-by-browser'
    | 'relay-refused'
    | 'unauthorized'
    | 'forbidden'
    | 'not-found'
    | 'not-mcp'
    | 'invalid-message'
    | 'unsupported-revision'
    | 'timed-out'
    | 'server-error';
  /** One or two sentences: what happened, and what to do. */
  message: string;
  status: number | null;
  /** Of a 401 or 403. */
  challenge: string | null;
}

/** A server that answers, as far as it is known. */
export interface Session {
  era: 'modern' | 'legacy';
  /** One of the known ones, or whatever else a server names. */
  revision: string;
  server: { name: string; version: string; title?: string; websiteUrl?: string };
  capabilities: JsonObject;
  instructions: string | null;
  route: 'direct' | 'relay';
  /** Why the relay is used, as a sentence; null where the browser asks the server itself. */
  routeReason: string | null;
  /** Why an older era than the one asked for is spoken, as a sentence. */
  eraReason: string | null;
  sessionId: string | null;
  /** Absent where this is the first session; otherwise when and why it took the place of one that was lost. */
  reconnected?: { at: number; because: string };
}

export type ConnectionState =
  | { status: 'closed' }
  | { status: 'connecting' }
  | { status: 'connected'; session: Session }
  /** A session was lost, because the server started again or the network left; `attempt` counts from 1. */
  | { status: 'reconnecting'; attempt: number; because: string }
  | { status: 'failed'; problem: ConnectProblem };

export type RequestProblem =
  | { reason: 'rpc'; code: number; message: string; data: unknown }
  | { reason: 'timed-out' | 'cancelled' | 'disconnected' | 'invalid-message'; message: string }
  | { reason: 'http'; status: number; message: string; challenge: string | null };

export interface RequestOptions {
  signal?: AbortSignal;
  onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
  timeoutMs?: number;
  /** Sent besides those of the target. */
  headers?: Readonly<Record<string, string>>;
}

/** The server asks the person: an elicitation, a sampling or the roots; in both eras. */
export interface ServerQuestion {
  id: number;
  /** `elicitation/create`, `sampling/createMessage` or `roots/list`. */
  method: string;
  params: JsonObject;
  /** The frame of the request it came with, so that the screen shows it beside that call. */
  askedAt: number;
  answer: (result: JsonObject) => void;
  refuse: (message: string) => void;
}

export interface ServerNotification {
  id: number;
  method: string;
  params: JsonObject;
  at: number;
}

/**
 * A connection to one server. Results are the server's own JSON, unknown fields and all; nothing is dropped
 * because it breaks the protocol's schema, but `invalid` says where it does.
 */
export interface ServerConnection {
  readonly target: ServerTarget;
  readonly log: ExchangeLog;
  getState: () => ConnectionState;
  getQuestions: () => readonly ServerQuestion[];
  getNotifications: () => readonly ServerNotification[];
  /** Of state, questions and notifications. */
  subscribe: (onChange: () => void) => () => void;
  connect: (signal?: AbortSignal) => Promise<Result<Session, ConnectProblem>>;
  /** Ends what runs, and the session at the server where there is one. */
  close: () => Promise<void>;
  request: (
    method: string,
    params: JsonObject,
    options?: RequestOptions,
  ) => Promise<Result<JsonObject, RequestProblem>>;
  /** All pages of a list; ends with what was read where a cursor repeats or 100 pages are read. */
  listAll: (
    method: 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list',
    options?: RequestOptions,
  ) => Promise<Result<readonly JsonObject[], RequestProblem>>;
  /** Follows a resource or the lists in the way of the era; returns how to end it. */
  watch: (
    filter: { resource: string } | { lists: true },
  ) => Promise<Result<() => Promise<void>, RequestProblem>>;
  /** Sends a message as it is written, valid or not, and returns what came back. */
  sendRaw: (
    text: string,
    options?: RequestOptions,
  ) => Promise<Result<JsonObject | null, RequestProblem>>;
  /** Roots that the server may be told, and the log level it is asked for. */
  setRoots: (roots: readonly { uri: string; name?: string }[]) => void;
  setLogLevel: (level: string | null) => void;
}
