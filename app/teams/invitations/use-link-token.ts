import { useEffect, useSyncExternalStore } from 'react';

const KEPT = 'invitation';

/**
 * The token of the opened link; undefined until the page is alive, null: there is none. It leaves the address at once,
 * and is kept in this tab while somebody signs in.
 */
export function useLinkToken(): string | null | undefined {
  const token = useSyncExternalStore<string | null | undefined>(
    listenForLink,
    readLink,
    () => undefined,
  );
  useEffect(() => {
    if (location.hash.length <= 1) return;
    sessionStorage.setItem(KEPT, location.hash.slice(1));
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [token]);
  return token;
}

/** Forgets the token of an invitation that was accepted. */
export function forgetLinkToken(): void {
  sessionStorage.removeItem(KEPT);
}

function readLink(): string | null {
  return location.hash.length > 1 ? location.hash.slice(1) : sessionStorage.getItem(KEPT);
}

/** Another link may be opened in the same tab. */
function listenForLink(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
