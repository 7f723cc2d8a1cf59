import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { createStore, type Store } from '#app/tester/connected/store.ts';
import { readTools } from '#app/tester/tools/read-tools.ts';

import type { BookedCall } from './call-book.ts';
import { runCall, type CheckedRun } from './run-call.ts';

export interface RunState {
  /** The last run of each call, by its id. */
  runs: ReadonlyMap<string, CheckedRun>;
  /** Null: nothing runs. */
  running: { id: string; done: number; of: number } | null;
}

/** The runs of a connection: they go on while another tab is looked at. */
export interface CallRuns {
  store: Store<RunState>;
  /** One call after the other; one that is under way is ended first. */
  run: (calls: readonly BookedCall[]) => Promise<void>;
  stop: () => void;
}

const known = new WeakMap<ServerConnection, CallRuns>();

export function callRunsOf(connection: ServerConnection): CallRuns {
  const runs = known.get(connection) ?? createRuns(connection);
  known.set(connection, runs);
  return runs;
}

function createRuns(connection: ServerConnection): CallRuns {
  const store = createStore<RunState>({ runs: new Map(), running: null });
  let controller = new AbortController();

  async function run(calls: readonly BookedCall[]): Promise<void> {
    controller.abort();
    const own = new AbortController();
    controller = own;
    store.set({ ...store.get(), running: { id: calls[0]?.id ?? '', done: 0, of: calls.length } });
    const schemas = await readOutputSchemas(connection, own.signal);
    for (const [done, { id, test }] of calls.entries()) {
      if (own.signal.aborted) return;
      store.set({ ...store.get(), running: { id, done, of: calls.length } });
      const outcome = await runCall(connection, test, schemas.get(test.tool) ?? null, own.signal);
      if (own.signal.aborted) return;
      const runs = new Map(store.get().runs).set(id, outcome);
      store.set({ ...store.get(), runs });
    }
    store.set({ ...store.get(), running: null });
  }

  return {
    store,
    run,
    stop: () => {
      controller.abort();
      store.set({ ...store.get(), running: null });
    },
  };
}

/** The output schemas of a server's tools, by name: of several tools of one name the first one's. */
async function readOutputSchemas(
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, JsonObject | null>> {
  const listed = await connection.listAll('tools/list', { signal });
  const tools = listed.ok ? readTools(listed.value) : [];
  return new Map(tools.toReversed().map(({ name, outputSchema }) => [name, outputSchema]));
}
