import type { Upstream } from '../definition.ts';

export type UpstreamUrl = { ok: true; url: URL } | { ok: false; message: string };

/**
 * Joins a base URL and a relative path, and checks the result against the base path and the allowed hosts: no
 * path can lead anywhere else.
 */
export function composeUrl(upstream: Upstream, base: string, path: string): UpstreamUrl {
  if (path !== '' && !/^[/?]/.test(path)) return refuse('The path has to start with "/".');
  if (!URL.canParse(base)) return refuse(`The address of ${upstream.id} is not a URL.`);
  const root = new URL(base);
  const prefix = root.pathname.replace(/\/+$/, '');
  // A path with two slashes would name a host if it were resolved instead of appended.
  const joined = `${root.origin}${path === '' ? root.pathname : prefix + path}`;
  if (!URL.canParse(joined)) return refuse('The path is not part of a URL.');
  const url = new URL(joined);
  const inside = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  if (url.origin !== root.origin || !inside) return refuse('The path leaves the base URL.');
  url.hash = '';
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return refuse('Only http and https addresses without a user are called.');
  }
  if (!isAllowed(upstream, url, base)) {
    return refuse(`The host ${url.host} is not among the hosts that ${upstream.id} may call.`);
  }
  return { ok: true, url };
}

/** An address that replaces the upstream's own was chosen by the server's operator. */
function isAllowed(upstream: Upstream, url: URL, base: string): boolean {
  return base !== upstream.baseUrl || upstream.allowedHosts.includes(url.host);
}

function refuse(message: string): UpstreamUrl {
  return { ok: false, message };
}
