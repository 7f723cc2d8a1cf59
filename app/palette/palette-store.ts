import { useEffect, useRef, useSyncExternalStore } from 'react';

import type { Command } from './command.ts';

let isOpen = false;
/** Each screen that is open and has commands of its own, the innermost last. */
const screens: (() => Command[])[] = [];
const listeners = new Set<() => void>();

/** Opens the command palette, which every page has. */
export function openPalette(): void {
  setOpen(true);
}

/** Closes it. */
export function closePalette(): void {
  setOpen(false);
}

/** Whether the palette is open. */
export function useIsPaletteOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
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

function setOpen(next: boolean) {
  isOpen = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
