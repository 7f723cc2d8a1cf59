import { useSyncExternalStore } from 'react';

let isNeeded = false;
const listeners = new Set<() => void>();

/**
 * Says that a part of the page can only be had by a reload, as after a deployment. The page does that by itself, once: what
 * is typed is kept, and it opens where it was. Where it was of no use, the reader is offered another one.
 */
export function askForReload(): void {
  if (!isReloaded()) return location.reload();
  isNeeded = true;
  for (const listener of listeners) listener();
}

/** Whether a part of the page can only be had by a reload. */
export function useReloadNeed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A browser that does not tell is asked for no reload of its own, which might never end. */
function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return !(entry instanceof PerformanceNavigationTiming) || entry.type === 'reload';
}
