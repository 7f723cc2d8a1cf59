import { useSyncExternalStore } from 'react';

let isNeeded = false;
const listeners = new Set<() => void>();

const LAST_RELOAD = 'reloaded-at';
/** A page that lacks a part again so soon after its reload is not reloaded by itself once more. */
const RELOAD_AGAIN_MS = 10 * 60_000;

/**
 * Says that a part of the page can only be had by a reload, as after a deployment. The page does that by itself, once: what
 * is typed is kept, and it opens where it was. Where it was of no use, the reader is offered another one.
 */
export function askForReload(): void {
  if (takeReload()) return location.reload();
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

function takeReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(LAST_RELOAD));
    if (Date.now() - last < RELOAD_AGAIN_MS) return false;
    sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
    return true;
  } catch {
    // Storage is blocked, so nothing would end a series of reloads.
    return false;
  }
}
