import * as z from 'zod/mini';

import type { JsonObject, LogLevel } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

/** Characters of the request that initialises a session, as far as it is remembered. */
const MAX_INITIALIZE = 16_384;
/** Characters of one address that is remembered as watched, and of all of them. */
const MAX_URI = 2_048;
const MAX_URIS = 262_144;

const LEVELS: Record<LogLevel, true> = {
  debug: true,
  info: true,
  notice: true,
  warning: true,
  error: true,
  critical: true,
  alert: true,
  emergency: true,
};

/** The state that a client has set in its session. */
export const SessionJournal = z.object({
  /** The request that initialised it. */
  initialize: z.custom<JsonObject>(isJsonObject),
  /** Which messages of the log it wants. */
  logLevel: z.nullable(z.string()),
  /** Resources that it watches. */
  watched: z.array(z.string()),
});
export type SessionJournal = z.infer<typeof SessionJournal>;

/** A journal that begins with the request that initialises; null where that is too large to keep. */
export function beginJournal(initialize: JsonObject): SessionJournal | null {
  const { id, method, params } = initialize;
  const { protocolVersion, capabilities, clientInfo } = isJsonObject(params) ? params : {};
  const text = JSON.stringify({
    jsonrpc: '2.0',
    id,
    method,
    params: { protocolVersion, capabilities, clientInfo },
  });
  const kept = parseJson(text);
  if (text.length > MAX_INITIALIZE || !isJsonObject(kept)) return null;
  return { initialize: kept, logLevel: null, watched: [] };
}

/**
 * Adds a message to the journal; returns the same journal if there is nothing to remember: a
 * message that the server refuses is not remembered. If more addresses are watched than fit, a new
 * instance knows only the first ones.
 */
export function remember(
  journal: SessionJournal,
  message: unknown,
  isResource: (uri: string) => boolean,
): SessionJournal {
  if (!isJsonObject(message) || !isJsonObject(message['params'])) return journal;
  const { level, uri } = message['params'];
  if (message['method'] === 'logging/setLevel') {
    const isKnown = typeof level === 'string' && Object.hasOwn(LEVELS, level);
    return isKnown ? { ...journal, logLevel: level } : journal;
  }
  if (typeof uri !== 'string') return journal;
  const isWatched = journal.watched.includes(uri);
  if (message['method'] === 'resources/unsubscribe') {
    if (!isWatched) return journal;
    return { ...journal, watched: journal.watched.filter((watched) => watched !== uri) };
  }
  if (message['method'] !== 'resources/subscribe' || isWatched) return journal;
  const size = journal.watched.reduce((sum, { length }) => sum + length, uri.length);
  if (uri.length > MAX_URI || size > MAX_URIS || !isResource(uri)) return journal;
  return { ...journal, watched: [...journal.watched, uri] };
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
