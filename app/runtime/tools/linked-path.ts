import type { Upstream } from '../definition.ts';

/**
 * The path, below an upstream's base URL, of a page that the API named by its address; null if it is elsewhere.
 * An address on another host with the path of this page is taken for a page of the same API: behind a proxy
 * an API often does not know its own name.
 *
 * @param path path and query of this page.
 */
export function linkedPath(
  { baseUrl, auth }: Pick<Upstream, 'baseUrl' | 'auth'>,
  path: string,
  address: string,
): string | null {
  const root = new URL(baseUrl);
  const base = root.pathname.replace(/\/$/, '');
  const here = new URL(`${root.origin}${base}${path}`);
  if (!URL.canParse(address, here.href)) return null;
  const url = new URL(address, here.href);
  const isBelow = url.origin === root.origin && url.pathname.startsWith(`${base}/`);
  const own = path.split('?')[0] ?? '';
  const isSame = url.pathname === here.pathname || url.pathname === own;
  if (!isBelow && !isSame) return null;
  const below = isBelow ? url.pathname.slice(base.length) : own;
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isKey(pair, auth));
  return pairs.length === 0 ? below : `${below}?${pairs.join('&')}`;
}

/** Whether a pair is a key that the API repeated: it is added to each request anew. */
function isKey(pair: string, auth: Upstream['auth']): boolean {
  const name = new URLSearchParams(pair).keys().next().value;
  return auth.some(
    (scheme) => scheme.kind === 'apiKey' && scheme.in === 'query' && scheme.name === name,
  );
}
