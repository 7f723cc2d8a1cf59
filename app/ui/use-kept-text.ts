import { useReducer, useSyncExternalStore } from 'react';

/** Texts by the key that they are kept under, as far as this page has read them. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();

/** Text of a composer that survives a reload of this tab. */
export function useKeptText(key: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readOnce(key),
    () => '',
  );
  // The store is heard from the first effects on; a key that is pressed before them is shown, too.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const setText = (next: string) => {
    keep(key, next);
    redraw();
  };
  return [text, setText];
}

/** Adds a text to what is in a composer, wherever that is shown. */
export function addKeptText(key: string, text: string): void {
  const kept = readOnce(key).trimEnd();
  keep(key, kept === '' ? text : `${kept}\n\n${text}`);
}

/** Empties a composer whose text was sent; the rest of its text moves to another composer. */
export function moveKeptText(from: string, sent: string, to: string): void {
  const text = readOnce(from);
  const rest = text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
  if (rest !== '') keep(to, rest);
  keep(from, '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(key: string, text: string) {
  texts.set(key, text);
  for (const listener of listeners) listener();
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage that is full or switched off only costs the copy; the page still holds the text.
  }
}

function readOnce(key: string): string {
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
