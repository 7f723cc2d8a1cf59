import { isConnectionHeader } from '../request/connection-header.ts';
import { isHeaderText } from '../request/header-text.ts';
import { percentEncode } from '../request/percent-encode.ts';
import type { UpstreamRequest } from '../tool-context.ts';
import type { Credentials } from './authorize.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/**
 * Builds the outgoing request from a tool's request and the credentials, which take precedence over headers
 * of the same name.
 *
 * @throws UpstreamFailure for a header, method or body that cannot be sent.
 */
export function composeRequest(
  url: URL,
  request: UpstreamRequest,
  credentials: Credentials,
  signal: AbortSignal,
): Request {
  const headers = composeHeaders(request.headers, credentials);
  // A view on shared memory is not a valid body; its copy is.
  const body = request.body instanceof Uint8Array ? new Uint8Array(request.body) : request.body;
  try {
    return new Request(withQuery(url, credentials.query), {
      method: request.method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    });
  } catch {
    const message = `A ${request.method} request ${body === undefined ? '' : 'with a body '}cannot be sent.`;
    throw new UpstreamFailure('refused', message);
  }
}

function composeHeaders(
  wished: [name: string, value: string][],
  { headers: proofs, cookies }: Credentials,
): Headers {
  const headers = new Headers();
  for (const [name, value] of wished) appendHeader(headers, name, value);
  for (const [name, value] of proofs) {
    headers.delete(name);
    appendHeader(headers, name, value);
  }
  if (cookies.length > 0) {
    const own = headers.get('Cookie');
    const added = cookies.map(([name, value]) => `${name}=${toCookieValue(value)}`);
    headers.set('Cookie', [...(own === null ? [] : [own]), ...added].join('; '));
  }
  return headers;
}

function appendHeader(headers: Headers, name: string, value: string): void {
  // Applies to credentials too: a "key" in `Host` would send the others to another site of the same CDN.
  if (isConnectionHeader(name)) {
    throw new UpstreamFailure('refused', `A tool must not set the header "${name}".`);
  }
  // Without the value: it may be a secret.
  const refused = `The header "${name}" cannot be sent with that value.`;
  if (!isHeaderText(value)) throw new UpstreamFailure('refused', refused);
  try {
    headers.append(name, value);
  } catch {
    throw new UpstreamFailure('refused', refused);
  }
}

function toCookieValue(value: string): string {
  return /^[\x21\x23-\x3A\x3C-\x5B\x5D-\x7E]*$/.test(value) ? value : percentEncode(value);
}

/** Appended by hand: `searchParams` would rewrite the existing query. */
function withQuery(url: URL, pairs: [name: string, value: string][]): string {
  if (pairs.length === 0) return url.href;
  const added = pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`);
  return `${url.href}${url.search === '' ? '?' : '&'}${added.join('&')}`;
}
