import { useReducer, useSyncExternalStore } from 'react';

/** Texts by the key that they are kept under, as far as this page has read them. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();

/** Text of a composer that survives a reload of this tab. */
export function useKeptText(key: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readKeptText(key),
    () => '',
  );
  // The store is heard from the first effects on; a key that is pressed before them is shown, too.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const setText = (next: string) => {
    keepText(key, next);
    redraw();
  };
  return [text, setText];
}

/** Empties a composer whose text was sent; the rest of its text moves to another composer. */
export function moveKeptText(from: string, sent: string, to: string): void {
  const text = readKeptText(from);
  const rest = text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
  if (rest !== '') keepText(to, rest);
  keepText(from, '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the text of a composer, and shows it wherever that is. */
export function keepText(key: string, text: string): void {
  texts.set(key, text);
  for (const listener of listeners) listener();
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage that is full or switched off only costs the copy; the page still holds the text.
  }
}

/** The text of a composer as it is kept. */
export function readKeptText(key: string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const kept = readKept(key);
  texts.set(key, kept);
  return kept;
}

function readKept(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
