import { useSyncExternalStore } from 'react';

/** Whether server and browser agree on who is signed in. */
export type SessionState =
  /** Not compared yet. */
  | 'unknown'
  | 'agreed'
  /** The browser knows more than the server: a token is on its way. */
  | 'syncing'
  /**
   * The server could not be informed. Calls with the token work, pages that need the session do
   * not.
   */
  | 'failed'
  /** The server refused the sign-in, so it was ended here too. */
  | 'ended';

let state: SessionState = 'unknown';
const listeners = new Set<() => void>();

/** Whether server and browser agree on who is signed in. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => 'unknown',
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the value that {@link useSessionState} returns. */
export function setSessionState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}
