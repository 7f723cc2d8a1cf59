const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Paths that read no cookie, so that a foreign page gains nothing by posting there. */
const COOKIELESS = [
  '/mcp',
  '/mcp/',
  '/oauth/token',
  '/oauth/register',
  '/api/v1/',
  '/stripe/webhook',
  '/github/webhook',
];

/**
 * Whether a request may change something. A browser says where it comes from (`Sec-Fetch-Site`,
 * else `Origin`) and must come from us; a command line has no ambient authority to borrow.
 */
export function isForgeryFree(request: Request, url = new URL(request.url)): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  if (isCookieless(url.pathname)) return true;

  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = request.headers.get('origin');
  if (origin !== null) return origin === url.origin;
  return !request.headers.has('cookie');
}

function isCookieless(path: string): boolean {
  return COOKIELESS.some((entry) =>
    entry.endsWith('/') ? path.startsWith(entry) : path === entry,
  );
}
