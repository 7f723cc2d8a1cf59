import type { RequestProblem, ServerConnection } from '#app/mcp-client/connection.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { createStore, type Store } from './store.ts';

/** Calls of a connection that are kept to look at again. */
const KEPT_CALLS = 30;

export interface CallProgress {
  progress: number;
  total?: number;
  message?: string;
}

export interface CallTask {
  taskId: string;
  status: string;
  statusMessage?: string;
}

/** Sends the request of a call in another way than by itself. */
export type CallSender = (watcher: {
  signal: AbortSignal;
  onTask: (task: CallTask) => void;
}) => Promise<Result<JsonObject, RequestProblem>>;

/** A request that somebody made on a screen, and what became of it. */
export interface SentCall {
  id: number;
  /** The tool, resource or prompt that it was made with: `tool:0:add`. */
  subject: string;
  method: string;
  params: JsonObject;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The last one that the server reported. */
  progress: CallProgress | null;
  /** Of a call that outlives its request: as the server last described it. */
  task: CallTask | null;
  /** Null while it runs. */
  elapsedMs: number | null;
  outcome: Result<JsonObject, RequestProblem> | null;
}

/** The calls of a connection: they go on while another tab is looked at. */
export interface SentCalls {
  /** Newest first. */
  store: Store<readonly SentCall[]>;
  make: (
    subject: string,
    method: string,
    params: JsonObject,
    send?: CallSender,
  ) => Promise<SentCall>;
  cancel: (id: number) => void;
}

const known = new WeakMap<ServerConnection, SentCalls>();

export function sentCallsOf(connection: ServerConnection): SentCalls {
  const calls = known.get(connection) ?? createCalls(connection);
  known.set(connection, calls);
  return calls;
}

function createCalls(connection: ServerConnection): SentCalls {
  const store = createStore<readonly SentCall[]>([]);
  const running = new Map<number, AbortController>();
  let lastId = 0;

  function change(id: number, part: Partial<SentCall>): void {
    store.set(store.get().map((call) => (call.id === id ? { ...call, ...part } : call)));
  }

  return {
    store,
    make: async (subject, method, params, send) => {
      const id = ++lastId;
      const controller = new AbortController();
      running.set(id, controller);
      const call: SentCall = {
        id,
        subject,
        method,
        params,
        startedAt: Date.now(),
        progress: null,
        task: null,
        elapsedMs: null,
        outcome: null,
      };
      store.set([call, ...store.get()].slice(0, KEPT_CALLS));
      const start = performance.now();
      const { signal } = controller;
      const outcome = await (send
        ? send({ signal, onTask: (task) => change(id, { task }) })
        : connection.request(method, params, {
            signal,
            onProgress: (progress) => change(id, { progress }),
          }));
      running.delete(id);
      const ended = { elapsedMs: performance.now() - start, outcome };
      change(id, ended);
      return { ...call, ...ended };
    },
    cancel: (id) => running.get(id)?.abort(),
  };
}
