import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;

/**
 * Whole seconds until a time (milliseconds since 1970), counted down; 0 once it has passed, and on
 * the server, which knows no such time.
 */
export function useSecondsLeft(until: number): number {
  return useSyncExternalStore(
    tick,
    () => Math.max(0, Math.ceil((until - Date.now()) / 1_000)),
    () => 0,
  );
}

function tick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}
