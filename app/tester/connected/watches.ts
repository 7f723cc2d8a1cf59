import type { RequestProblem, ServerConnection } from '#app/mcp-client/connection.ts';

import { createStore, type Store } from './store.ts';

export type WatchFilter = Parameters<ServerConnection['watch']>[0];

export type WatchState =
  | { status: 'starting' }
  | { status: 'watching'; stop: () => Promise<void> }
  | { status: 'failed'; problem: RequestProblem };

/** The things that a connection follows, by the address of a resource, or `lists`. */
export interface Watches {
  store: Store<ReadonlyMap<string, WatchState>>;
  start: (filter: WatchFilter) => Promise<void>;
  stop: (filter: WatchFilter) => Promise<void>;
}

const known = new WeakMap<ServerConnection, Watches>();

export function watchesOf(connection: ServerConnection): Watches {
  const watches = known.get(connection) ?? createWatches(connection);
  known.set(connection, watches);
  return watches;
}

export function toWatchKey(filter: WatchFilter): string {
  return 'lists' in filter ? 'lists' : `resource:${filter.resource}`;
}

function createWatches(connection: ServerConnection): Watches {
  const store = createStore<ReadonlyMap<string, WatchState>>(new Map());
  const set = (key: string, state: WatchState | null) => {
    const next = new Map(store.get());
    if (state === null) next.delete(key);
    else next.set(key, state);
    store.set(next);
  };
  return {
    store,
    start: async (filter) => {
      const key = toWatchKey(filter);
      const status = store.get().get(key)?.status;
      if (status === 'starting' || status === 'watching') return;
      set(key, { status: 'starting' });
      const begun = await connection.watch(filter);
      set(
        key,
        begun.ok ? { status: 'watching', stop: begun.value } : { status: 'failed', problem: begun },
      );
    },
    stop: async (filter) => {
      const key = toWatchKey(filter);
      const state = store.get().get(key);
      set(key, null);
      if (state?.status === 'watching') await state.stop();
    },
  };
}
