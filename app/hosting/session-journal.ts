import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

/** Resources that are remembered as watched; a session accepts no more. */
const MAX_WATCHED = 1_000;

/** What a client told a session and expects it to remember. */
export interface SessionJournal {
  /** The request that initialised it. */
  initialize: JsonObject;
  /** Which messages of the log it wants. */
  logLevel: string | null;
  /** Resources that it watches. */
  watched: string[];
}

/** The journal after one more message, or the same one where there is nothing to remember. */
export function remember(journal: SessionJournal, message: unknown): SessionJournal {
  if (!isJsonObject(message) || !isJsonObject(message['params'])) return journal;
  const { level, uri } = message['params'];
  if (message['method'] === 'logging/setLevel' && typeof level === 'string') {
    return { ...journal, logLevel: level };
  }
  if (typeof uri !== 'string') return journal;
  const others = journal.watched.filter((watched) => watched !== uri);
  if (message['method'] === 'resources/unsubscribe') return { ...journal, watched: others };
  if (message['method'] !== 'resources/subscribe' || others.length >= MAX_WATCHED) return journal;
  return { ...journal, watched: [...others, uri] };
}

/** The messages that bring a new server to where the old one was. */
export function toMessages({ initialize, logLevel, watched }: SessionJournal): JsonObject[] {
  const requests: JsonObject[] = watched.map((uri) => ({
    method: 'resources/subscribe',
    params: { uri },
  }));
  if (logLevel !== null) requests.push({ method: 'logging/setLevel', params: { level: logLevel } });
  return [
    initialize,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    ...requests.map((request, index) => ({ jsonrpc: '2.0', id: `replay-${index}`, ...request })),
  ];
}
