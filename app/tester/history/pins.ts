import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { createStore, type Store } from '#app/tester/connected/store.ts';

import type { Entry } from './entry.ts';

type Pins = ReadonlyMap<string, Entry>;

const known = new WeakMap<ServerConnection, Store<Pins>>();

/** The pinned rows of a connection by their keys: they stay when the log drops or clears them. */
export function pinsOf(connection: ServerConnection): Store<Pins> {
  const pins = known.get(connection) ?? createStore<Pins>(new Map());
  known.set(connection, pins);
  return pins;
}

/** Pins a row, or takes its pin away. */
export function togglePin(pins: Store<Pins>, entry: Entry): void {
  const next = new Map(pins.get());
  if (!next.delete(entry.key)) next.set(entry.key, entry);
  pins.set(next);
}
