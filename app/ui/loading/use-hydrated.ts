import { useSyncExternalStore } from 'react';

const NEVER = () => () => {};

/** Whether the page has its scripts: false on the server and while the browser takes over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
}
