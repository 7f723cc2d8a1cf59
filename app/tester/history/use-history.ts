import { useMemo, useState, useSyncExternalStore } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { Frame, HttpExchange } from '#app/mcp-client/exchange.ts';
import { useStore } from '#app/tester/connected/store.ts';

import { toHttpEntries, toMessageEntries, type HttpEntry, type MessageEntry } from './entry.ts';
import { pinsOf } from './pins.ts';

/** The rows of a connection's history, newest first. */
export interface HistoryRows {
  messages: readonly MessageEntry[];
  requests: readonly HttpEntry[];
  isPaused: boolean;
  /** Rows that came since the list stands still. */
  waiting: number;
  setPaused: (isPaused: boolean) => void;
}

/** Follows the log of a connection; a paused list stands still while the log goes on. */
export function useHistory(connection: ServerConnection): HistoryRows {
  const { log } = connection;
  const frames = useSyncExternalStore(log.subscribe, log.getFrames, log.getFrames);
  const exchanges = useSyncExternalStore(log.subscribe, log.getExchanges, log.getExchanges);
  const [held, setHeld] = useState<{
    frames: readonly Frame[];
    exchanges: readonly HttpExchange[];
  } | null>(null);
  const shown = held ?? { frames, exchanges };
  const messages = useMemo(() => toMessageEntries(shown.frames).toReversed(), [shown.frames]);
  const requests = useMemo(() => toHttpEntries(shown.exchanges).toReversed(), [shown.exchanges]);
  const last = held?.frames.at(-1)?.id ?? 0;
  return {
    messages,
    requests,
    isPaused: held !== null,
    waiting: held === null ? 0 : frames.filter(({ id }) => id > last).length,
    setPaused: (isPaused) => setHeld(isPaused ? { frames, exchanges } : null),
  };
}

/** The pinned rows, newest first. */
export function usePins(connection: ServerConnection) {
  const pins = useStore(pinsOf(connection));
  return useMemo(() => [...pins.values()].toReversed(), [pins]);
}
