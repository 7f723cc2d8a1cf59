import { useEffect, useRef, useSyncExternalStore } from 'react';

import type { Command } from './command.ts';

/** Number of the opening that is shown; 0: the palette is closed. */
let shown = 0;
let openings = 0;
/** Each screen that is open and has commands of its own, the innermost last. */
const screens: (() => Command[])[] = [];
const listeners = new Set<() => void>();

/** Opens the command palette, which every page has; one that is open begins anew. */
export function openPalette(): void {
  openings += 1;
  show(openings);
}

/**
 * Closes an opening of it, if it is still the one that is shown: the browser reports late that a dialog was
 * closed, and by then the palette may be open again.
 */
export function closePalette(opening: number): void {
  if (opening === shown) show(0);
}

/** The opening of the palette that is shown; 0: none. */
export function usePaletteOpening(): number {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => 0,
  );
}

/** Adds commands to the palette for as long as a screen is shown; asked for when it opens. */
export function useScreenCommands(list: () => Command[]): void {
  const newest = useRef(list);
  useEffect(() => {
    newest.current = list;
  });
  useEffect(() => {
    const screen = () => newest.current();
    screens.push(screen);
    return () => {
      screens.splice(screens.indexOf(screen), 1);
    };
  }, []);
}

/** The commands that the screens have now. */
export function listScreenCommands(): Command[] {
  return screens.flatMap((list) => list());
}

function show(next: number) {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
