import { checkReturnUrl } from './check-return-url.ts';

const STORAGE_KEY = 'auth_return_url';

/** Keeps where to return to, over whatever was kept; false where the value may not be kept. */
export function storeReturnUrl(value: unknown): boolean {
  const checked = checkReturnUrl(value, location.origin);
  if (!checked) return false;
  try {
    localStorage.setItem(STORAGE_KEY, checked);
  } catch {
    // Without storage the return URL in the address has to do.
  }
  return true;
}

/**
 * Stores the address of the current page; on a page for signing in, the one stored before stays.
 */
export function storeCurrentUrl(): boolean {
  return storeReturnUrl(location.pathname + location.search);
}

/** The stored address, checked; it stays stored. */
export function getStoredReturnUrl(): string | null {
  try {
    return checkReturnUrl(localStorage.getItem(STORAGE_KEY), location.origin);
  } catch {
    return null;
  }
}

/** The stored address, checked; it is removed from storage. */
export function takeStoredReturnUrl(): string | null {
  const stored = getStoredReturnUrl();
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage that cannot be read cannot hold an address either.
  }
  return stored;
}

/**
 * The address to go to once signed in: the stored one, otherwise the requested one, otherwise the
 * start page.
 */
export function chooseTarget(stored: unknown, asked: unknown, origin: string): string {
  return checkReturnUrl(stored, origin) ?? checkReturnUrl(asked, origin) ?? '/';
}

/**
 * Stores the address to return to before a sign-in during which a phone may drop the page: that of
 * the current page or, on a page for signing in, the one stored before or else the one that its
 * address asks for.
 */
export function keepReturnUrl(asked: string | null): void {
  if (!storeCurrentUrl() && getStoredReturnUrl() === null) storeReturnUrl(asked);
}
