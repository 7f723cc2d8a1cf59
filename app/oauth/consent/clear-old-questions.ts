/** Questions that a browser keeps open at once: each has a cookie, which would otherwise stay for ten minutes. */
const MAX_OPEN = 4;

/** Of the library that makes them. */
const COOKIE = /(?:^|;\s*)(__Host-oauth-consent-[^=;\s]+)=/g;

/**
 * `Set-Cookie` lines that end the oldest questions of a browser, before another one is asked. Browsers send the cookies
 * of one path in the order in which they were set (RFC 6265, 5.4).
 */
export function clearOldQuestions(cookies: string | null): string[] {
  const names = [...(cookies ?? '').matchAll(COOKIE)].map(([, name = '']) => name);
  return names
    .slice(0, Math.max(0, names.length - MAX_OPEN + 1))
    .map((name) => `${name}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`);
}
