import { isAuthPath } from './protected-paths.ts';

const LONGEST = 2_048;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Where somebody may be sent after signing in: path and query on our own origin, or null where the
 * value leads elsewhere, or back to a page of signing in. Check it when it is stored and again when
 * it is used.
 */
export function checkReturnUrl(value: unknown, origin: string): string | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  if (!isPath(value) || CONTROL.test(value)) return null;
  if (!URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  // Taking out dots can leave two slashes at the start: /.//host
  if (url.origin !== origin || !isPath(url.pathname)) return null;
  return isAuthPath(toRoutePath(url.pathname)) ? null : url.pathname + url.search;
}

/** One slash, and nothing that a browser takes for a second one. */
function isPath(text: string): boolean {
  return text.startsWith('/') && text[1] !== '/' && text[1] !== '\\';
}

/** A path as the router compares it: decoded, whatever its case. */
function toRoutePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname).toLowerCase();
  } catch {
    return pathname;
  }
}
