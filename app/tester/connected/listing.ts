import type { RequestProblem, ServerConnection } from '#app/mcp-client/connection.ts';
import type { ListMethod } from '#app/mcp-client/list-pages.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { createStore, type Store } from './store.ts';
import { watchesOf } from './watches.ts';

/** A list of a server, as far as it is known. */
export interface Listing {
  status: 'loading' | 'ready' | 'failed';
  /** Of the last time that it could be read. */
  items: readonly JsonObject[];
  problem: RequestProblem | null;
}

export interface ListingStore extends Store<Listing> {
  reload: () => void;
}

const CHANGED: Record<ListMethod, string> = {
  'tools/list': 'notifications/tools/list_changed',
  'resources/list': 'notifications/resources/list_changed',
  'resources/templates/list': 'notifications/resources/list_changed',
  'prompts/list': 'notifications/prompts/list_changed',
};

const known = new WeakMap<ServerConnection, Map<ListMethod, ListingStore>>();

/** The list of a connection: read when it is first asked for, and again whenever the server says that it changed. */
export function listingOf(connection: ServerConnection, method: ListMethod): ListingStore {
  const stores = known.get(connection) ?? new Map<ListMethod, ListingStore>();
  known.set(connection, stores);
  const store = stores.get(method) ?? createListing(connection, method);
  stores.set(method, store);
  return store;
}

function createListing(connection: ServerConnection, method: ListMethod): ListingStore {
  const store = createStore<Listing>({ status: 'loading', items: [], problem: null });
  let running = false;
  let isAskedAgain = false;

  function load(): void {
    if (running) {
      isAskedAgain = true;
      return;
    }
    running = true;
    store.set({ ...store.get(), status: 'loading' });
    void connection.listAll(method).then((read) => {
      running = false;
      store.set(
        read.ok
          ? { status: 'ready', items: read.value, problem: null }
          : { status: 'failed', items: store.get().items, problem: read },
      );
      if (!isAskedAgain) return;
      isAskedAgain = false;
      load();
    });
  }

  followChanges(connection, method, load);
  followInModernEra(connection, method);
  load();
  return { ...store, reload: load };
}

/** Calls back for each new notification, and for a session that took the place of a lost one. */
function followChanges(connection: ServerConnection, method: ListMethod, onChange: () => void) {
  let seen = connection.getNotifications().at(-1)?.id ?? 0;
  let session = sessionOf(connection);
  connection.subscribe(() => {
    const news = connection.getNotifications().filter(({ id }) => id > seen);
    seen = news.at(-1)?.id ?? seen;
    const current = sessionOf(connection);
    const isNewSession = current !== null && current !== session;
    session = current ?? session;
    if (isNewSession || news.some((each) => each.method === CHANGED[method])) onChange();
  });
}

/** Without sessions, a server tells of changes only those who listen. */
function followInModernEra(connection: ServerConnection, method: ListMethod): void {
  const session = sessionOf(connection);
  const [kind = ''] = method.split('/');
  const capability = session?.capabilities[kind];
  if (session?.era !== 'modern' || !isJsonObject(capability)) return;
  if (capability['listChanged'] === true) void watchesOf(connection).start({ lists: true });
}

function sessionOf(connection: ServerConnection) {
  const state = connection.getState();
  return state.status === 'connected' ? state.session : null;
}
