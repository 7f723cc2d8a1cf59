import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { RelayFailure } from './relay-failure.server.ts';

/** A request on its way to a target. */
export interface Outgoing {
  url: URL;
  method: string;
  headers: Headers;
  /** Bytes can be sent again, a stream cannot. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  signal: AbortSignal;
}

/** Sends one request, and follows no redirect. */
export type SendToTarget = (request: Request) => Promise<Result<Response, RelayFailure>>;

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Redirects after which a request is sent again as it was. */
const KEEP_METHOD = new Set([307, 308]);

/** Headers that may follow to another origin; any other one may be a credential. */
const HARMLESS_HEADERS = new Set([
  'accept',
  'accept-language',
  'mcp-protocol-version',
  'user-agent',
]);

/**
 * Sends a request and follows at most three redirects, of which each is a request that is checked anew. What is read
 * (GET) goes to another origin without credentials; a message or a form never leaves the origin that it was
 * sent to.
 */
export async function followTarget(
  send: SendToTarget,
  first: Outgoing,
): Promise<Result<Response, RelayFailure>> {
  let outgoing = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const sent = await send(toRequest(outgoing));
    if (!sent.ok) return sent;
    const { status, headers, body } = sent.value;
    const location = REDIRECTS.has(status) ? headers.get('location') : null;
    if (location === null) return sent;
    await body?.cancel();
    const next = redirect(outgoing, status, location);
    if (!next.ok) return next;
    outgoing = next.value;
  }
  const message = `${first.url.host} redirects more than ${MAX_REDIRECTS} times.`;
  return fail({ reason: 'redirected', message });
}

function toRequest({ url, method, headers, body, signal }: Outgoing): Request {
  const request = { method, headers, signal, redirect: 'manual' as const };
  return new Request(url.href, body === null ? request : { ...request, body });
}

function redirect(
  from: Outgoing,
  status: number,
  location: string,
): Result<Outgoing, RelayFailure> {
  const { host, origin } = from.url;
  if (!URL.canParse(location, from.url.href)) {
    const message = `${host} redirects to an address that is not one.`;
    return fail({ reason: 'redirected', message });
  }
  const url = new URL(location, from.url.href);
  const isSameOrigin = url.origin === origin;
  if (from.method === 'GET') {
    const headers = isSameOrigin ? from.headers : withoutCredentials(from.headers);
    return succeed({ ...from, url, headers });
  }
  const isReplayable = !(from.body instanceof ReadableStream);
  if (isSameOrigin && KEEP_METHOD.has(status) && isReplayable) return succeed({ ...from, url });
  const message = `${host} redirects to ${url.origin}${url.pathname}. Use that address instead: the relay does not send a message on by itself.`;
  return fail({ reason: 'redirected', message });
}

function withoutCredentials(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => HARMLESS_HEADERS.has(name)));
}
