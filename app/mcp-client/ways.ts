import type { FetchText } from './connection-options.ts';
import { mergeHeaders } from './merge-headers.ts';
import type { Way, WireRequest } from './wire.ts';

/** Before the names of headers that are not the transport's own. */
const PREFIX = 'x-mcp-header-';
/** Headers that come back by their own names. */
const RETURNED = /^(?:content-type|retry-after|www-authenticate|mcp-.*)$/;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const NOT_FOLLOWED =
  'The server redirects, and your headers are not sent on: use the address that it leads to';
/** Headers that a relay passes on by their own names. */
const PASSED = /^(?:content-type|accept|last-event-id|mcp-.*)$/i;

/** Headers that may follow a redirect: the transport's own, and the one that is taken off on the way elsewhere. */
const MAY_FOLLOW = /^(?:authorization|content-type|accept|last-event-id|mcp-.*)$/i;

/**
 * Asks the server itself, without the page's cookies. Where a person's own headers go along, a redirect is not
 * followed: they would reach whoever it leads to.
 */
export function directWay(fetch: FetchText): Way {
  return {
    route: 'direct',
    ask: async (request) => {
      const isFree = Object.keys(request.headers).every((name) => MAY_FOLLOW.test(name));
      const redirect = isFree ? ('follow' as const) : ('manual' as const);
      // A name for it, since the types of Workers do not know the member.
      const init = { ...toInit(request, request.headers), credentials: 'omit' as const, redirect };
      const answer = await fetch(request.url, init);
      // Browsers show nothing of a redirect, not even its status; the types of Workers do not know theirs.
      const type: string = answer.type;
      const isRedirect = type === 'opaqueredirect' || REDIRECTS.has(answer.status);
      if (!isFree && isRedirect) throw new TypeError(NOT_FOLLOWED);
      return answer;
    },
    readHeaders: (headers) => headers,
  };
}

/** Asks our relay, which asks the server. */
export function relayWay(fetch: FetchText, relayUrl: string): Way {
  return {
    route: 'relay',
    ask: (request) => {
      const passed = Object.entries(request.headers).map(([name, value]) => ({
        [PASSED.test(name) ? name : `${PREFIX}${name}`]: value,
      }));
      const headers = mergeHeaders(...passed, { 'x-mcp-target': request.url });
      return fetch(relayUrl, toInit(request, headers));
    },
    readHeaders: readRelayed,
  };
}

/** Of the target's headers some come under their own names, and others under a prefix, for people. */
function readRelayed(headers: Headers): Headers {
  const own = new Headers();
  for (const [name, value] of headers) {
    if (name.startsWith(PREFIX)) own.set(name.slice(PREFIX.length), value);
  }
  for (const [name, value] of headers) if (RETURNED.test(name)) own.set(name, value);
  return own;
}

function toInit(
  { method, body, signal }: WireRequest,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  const init: RequestInit = { method, headers, signal, cache: 'no-store' };
  return body === null ? init : { ...init, body };
}
