import type { ServerConnection } from '#app/mcp-client/connection.ts';

import { createStore, type Store } from './store.ts';

/** JSON of arguments by what they are for, as somebody left them. */
export type ArgumentTexts = Store<Readonly<Record<string, string>>>;

const known = new WeakMap<ServerConnection, ArgumentTexts>();

export function argumentTextsOf(connection: ServerConnection): ArgumentTexts {
  const texts = known.get(connection) ?? createStore<Readonly<Record<string, string>>>({});
  known.set(connection, texts);
  return texts;
}
