import { useSyncExternalStore } from 'react';

let isNeeded = false;
const listeners = new Set<() => void>();

/** Says that a part of the page can only be had by a reload. */
export function askForReload(): void {
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
