import { isLocal } from 'virtual:build';

import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import {
  checkOutboundUrl,
  isPublicAddress,
  type OutboundFailure,
  type OutboundRules,
} from './outbound-url.ts';
import { isLoopbackHost } from './loopback.ts';
import { cacheResolve, resolveByDns, type Resolve } from './resolve-host.server.ts';

export interface GuardOptions {
  /** Hosts that are ours (`app.origin`'s, the sandbox origin's). */
  ownHosts: readonly string[];
  /** False when a host has had its share of requests. */
  mayCall?: (host: string) => Promise<boolean>;
  /** Overrides for tests. */
  allowsLoopback?: boolean;
  resolve?: Resolve;
  fetch?: (request: Request) => Promise<Response>;
}

/** Sends a request to a host that somebody else named, if that host is a public one. */
export type GuardedFetch = (request: Request) => Promise<Result<Response, OutboundFailure>>;

const MAX_REDIRECTS = 3;

/** Milliseconds for A and AAAA together. */
const LOOKUP_MS = 3_000;

/** Headers that may follow a redirect to another origin; any other one may be a credential. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'user-agent']);

const resolveCached = cacheResolve(resolveByDns);

/**
 * A `fetch` for addresses that we do not trust: https to public hosts only, checked by name and by
 * what the name resolves to, and again after each of at most three redirects, where credentials
 * stay behind when the origin changes. A request with `redirect: 'manual'` gets the redirect.
 * Cookies of the answer are dropped. Expected failures are values.
 */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const rules = {
    ownHosts: options.ownHosts,
    allowsLoopback: options.allowsLoopback ?? isLocal,
  };
  return async (first) => {
    let request = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const sent = await sendOnce(request, rules, options);
      const location = sent.ok ? readLocation(sent.value) : null;
      if (!sent.ok || location === null || first.redirect !== 'follow') return sent;
      await sent.value.body?.cancel();
      if (!URL.canParse(location, request.url) || needsBody(request, sent.value.status)) break;
      const target = checkOutboundUrl(new URL(location, request.url).href, rules);
      if (!target.ok) return target;
      request = redirect(request, target.value);
    }
    const host = new URL(first.url).host;
    const message = `${host} redirects too often, or to where we cannot follow.`;
    return fail({ reason: 'redirected', message });
  };
}

async function sendOnce(
  request: Request,
  rules: OutboundRules,
  options: GuardOptions,
): Promise<Result<Response, OutboundFailure>> {
  const url = checkOutboundUrl(request.url, rules);
  if (!url.ok) return url;
  const { host, hostname } = url.value;
  if (!rules.allowsLoopback || !isLoopbackHost(hostname)) {
    const fault = await findAddressFault(hostname, options.resolve ?? resolveCached);
    if (fault) return fail(fault);
  }
  if (options.mayCall && !(await options.mayCall(host))) {
    const message = `${host} has been called too often in the last minute: try again later.`;
    return fail({ reason: 'rateLimited', message });
  }
  try {
    const outgoing = new Request(request, { redirect: 'manual' });
    const response = await (options.fetch ? options.fetch(outgoing) : fetch(outgoing));
    return succeed(withoutCookies(response));
  } catch (error) {
    return fail(toFailure(error, request.signal, host));
  }
}

async function findAddressFault(
  hostname: string,
  resolve: Resolve,
): Promise<OutboundFailure | null> {
  try {
    const addresses = await withTimeout(resolve(hostname), LOOKUP_MS);
    if (addresses.length === 0) {
      return { reason: 'unreachable', message: `There is no host named ${hostname}.` };
    }
    return addresses.every(({ address }) => isPublicAddress(address))
      ? null
      : { reason: 'refused', message: `${hostname} leads into a private network.` };
  } catch {
    return { reason: 'unreachable', message: `The name ${hostname} could not be looked up.` };
  }
}

/** Whether a redirect wants a body again that is gone (RFC 9110, 15.4). */
function needsBody(request: Request, status: number): boolean {
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  return !isSafe && (status === 307 || status === 308);
}

function redirect(request: Request, target: URL): Request {
  const isSameOrigin = target.origin === new URL(request.url).origin;
  const headers = [...request.headers].filter(
    ([name]) => (isSameOrigin || HARMLESS_HEADERS.has(name)) && !name.startsWith('content-'),
  );
  return new Request(target, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    headers,
    redirect: 'follow',
    signal: request.signal,
  });
}

function readLocation(response: Response): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  return isRedirect ? response.headers.get('location') : null;
}

function withoutCookies(response: Response): Response {
  if (!response.headers.has('set-cookie')) return response;
  const plain = new Response(response.body, response);
  plain.headers.delete('set-cookie');
  return plain;
}

function toFailure(error: unknown, signal: AbortSignal, host: string): OutboundFailure {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  if (isTimeout) return { reason: 'timeout', message: `${host} did not answer in time.` };
  if (signal.aborted) return { reason: 'cancelled', message: 'The request was cancelled.' };
  return { reason: 'unreachable', message: `${host} cannot be reached.` };
}
