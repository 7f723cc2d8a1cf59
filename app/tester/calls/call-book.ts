import * as z from 'zod/mini';

import { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { readJson } from '#app/platform/shape.ts';
import { createStore } from '#app/tester/connected/store.ts';

/** An example call of a server, with what is expected of it; kept in this browser. */
export const BookedCall = z.object({ id: z.string(), test: SavedTest });
export type BookedCall = z.infer<typeof BookedCall>;

/** Saved calls by the id of their server, in the order in which they run. */
export type CallBook = Readonly<Record<string, readonly BookedCall[]>>;

const KEY = 'mcp-client.calls';
const Kept = z.record(z.string(), z.array(z.unknown()));

const book = createStore<CallBook | null>(null);

/** All saved calls, read from the browser's storage the first time; another tab's changes are heard. */
export const callBook = {
  get: (): CallBook => {
    const known = book.get() ?? read();
    if (book.get() === null) book.set(known);
    return known;
  },
  subscribe: (onChange: () => void): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === KEY) book.set(read());
    };
    addEventListener('storage', onStorage);
    const leave = book.subscribe(onChange);
    return () => {
      removeEventListener('storage', onStorage);
      leave();
    };
  },
};

/**
 * Keeps the calls of a server.
 *
 * @returns false: they are there until the page is left, because the browser stored nothing
 */
export function keepCalls(server: string, calls: readonly BookedCall[]): boolean {
  const { [server]: _, ...others } = callBook.get();
  const next: CallBook = calls.length === 0 ? others : { ...others, [server]: calls };
  book.set(next);
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(next));
    return true;
  } catch {
    return false;
  }
}

/** Adds calls behind those of a server, each with an id of its own. */
export function addCalls(server: string, tests: readonly SavedTest[]): boolean {
  const added = tests.map((test) => ({ id: crypto.randomUUID(), test }));
  return keepCalls(server, [...(callBook.get()[server] ?? []), ...added]);
}

/** The calls in storage; one that this version cannot read is left out. */
function read(): CallBook {
  let kept: z.infer<typeof Kept> | null = null;
  try {
    kept = readJson(Kept, localStorage.getItem(KEY) ?? '');
  } catch {
    // The browser allows no storage.
  }
  const entries = Object.entries(kept ?? {}).map(([server, calls]) => {
    const known = calls.flatMap((call) => {
      const one = BookedCall.safeParse(call);
      return one.success ? [one.data] : [];
    });
    return [server, known] as const;
  });
  return Object.fromEntries(entries);
}
