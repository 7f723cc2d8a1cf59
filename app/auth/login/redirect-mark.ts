const STORAGE_KEY = 'auth_redirect';

/** Keeps, for this tab, that somebody left for a full-page sign-in. */
export function markRedirect(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, 'on');
  } catch {
    // Without storage the way back looks like any other start.
  }
}

/** Whether somebody may be coming back from a full-page sign-in; asked once. */
export function takeRedirectMark(): boolean {
  try {
    const isMarked = sessionStorage.getItem(STORAGE_KEY) !== null;
    sessionStorage.removeItem(STORAGE_KEY);
    return isMarked;
  } catch {
    return false;
  }
}

/**
 * Whether a full-page sign-in can come back with a result: browsers partition storage by site, so
 * the page and the sign-in domain have to share their host.
 */
export function canRedirect(pageHost: string, signInHost: string): boolean {
  const [page, signIn] = [toHostName(pageHost), toHostName(signInHost)];
  return page === signIn || page.endsWith(`.${signIn}`) || signIn.endsWith(`.${page}`);
}

function toHostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
