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

/** A request that somebody made on a screen, and what became of it. */
export interface MadeCall {
  id: number;
  /** What it was made with: `tool:add`, `resource:demo://a`. */
  subject: string;
  method: string;
  params: JsonObject;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The last one that the server reported. */
  progress: CallProgress | null;
  /** Null while it runs. */
  elapsedMs: number | null;
  outcome: Result<JsonObject, RequestProblem> | null;
}

/** The calls of a connection: they go on while another tab is looked at. */
export interface MadeCalls {
  /** Newest first. */
  store: Store<readonly MadeCall[]>;
  make: (subject: string, method: string, params: JsonObject) => Promise<MadeCall>;
  cancel: (id: number) => void;
}

const known = new WeakMap<ServerConnection, MadeCalls>();

export function callsOf(connection: ServerConnection): MadeCalls {
  const calls = known.get(connection) ?? createCalls(connection);
  known.set(connection, calls);
  return calls;
}

function createCalls(connection: ServerConnection): MadeCalls {
  const store = createStore<readonly MadeCall[]>([]);
  const running = new Map<number, AbortController>();
  let lastId = 0;

  function change(id: number, part: Partial<MadeCall>): void {
    store.set(store.get().map((call) => (call.id === id ? { ...call, ...part } : call)));
  }

  return {
    store,
    make: async (subject, method, params) => {
      const id = ++lastId;
      const controller = new AbortController();
      running.set(id, controller);
      const call: MadeCall = {
        id,
        subject,
        method,
        params,
        startedAt: Date.now(),
        progress: null,
        elapsedMs: null,
        outcome: null,
      };
      store.set([call, ...store.get()].slice(0, KEPT_CALLS));
      const start = performance.now();
      const outcome = await connection.request(method, params, {
        signal: controller.signal,
        onProgress: (progress) => change(id, { progress }),
      });
      running.delete(id);
      const ended = { elapsedMs: performance.now() - start, outcome };
      change(id, ended);
      return { ...call, ...ended };
    },
    cancel: (id) => running.get(id)?.abort(),
  };
}
