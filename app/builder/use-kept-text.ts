import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'composer-text';

/** Null until the first read in the browser. */
let current: string | null = null;
const listeners = new Set<() => void>();

/** Text of the composer that survives a reload of this tab. */
export function useKeptText(): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => (current ??= readKept()),
    () => '',
  );
  return [text, keep];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(text: string) {
  current = text;
  for (const listener of listeners) listener();
  try {
    sessionStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Storage that is full or switched off only costs the copy; the page still holds the text.
  }
}

function readKept(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
