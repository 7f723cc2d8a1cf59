import { useSyncExternalStore } from 'react';

import { writeTheme, type Theme } from '#app/platform/theme.ts';

/** Null until somebody chooses on this page: then what the server rendered no longer holds. */
let chosen: Theme | null = null;
const listeners = new Set<() => void>();

/** The theme that holds now; `rendered` is what the server knew. */
export function useTheme(rendered: Theme): Theme {
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? rendered,
    () => rendered,
  );
}

/** Shows a theme at once, and keeps the choice in a cookie. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  document.documentElement.dataset.theme = theme;
  document.cookie = writeTheme(theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
