import { useSyncExternalStore } from 'react';

/** Where the page was opened; the server cannot know it behind a proxy, so it comes after hydration. */
export function useOrigin(): string {
  return useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => '',
  );
}
