import type { FetchText } from './connection-options.ts';
import { mergeHeaders } from './merge-headers.ts';
import type { Way, WireRequest } from './wire.ts';

/** Headers that a relay passes on by their own names; all others need a prefix. */
const PASSED = /^(?:content-type|accept|last-event-id|mcp-.*)$/i;

/** Asks the server itself, without the page's cookies. */
export function directWay(fetch: FetchText): Way {
  return {
    route: 'direct',
    ask: (request) =>
      fetch(request.url, { ...toInit(request, request.headers), credentials: 'omit' }),
  };
}

/** Asks our relay, which asks the server. */
export function relayWay(fetch: FetchText, relayUrl: string): Way {
  return {
    route: 'relay',
    ask: (request) => {
      const passed = Object.entries(request.headers).map(([name, value]) => ({
        [PASSED.test(name) ? name : `x-mcp-header-${name}`]: value,
      }));
      const headers = mergeHeaders(...passed, { 'x-mcp-target': request.url });
      return fetch(relayUrl, toInit(request, headers));
    },
  };
}

function toInit(
  { method, body, signal }: WireRequest,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  const init: RequestInit = { method, headers, signal, cache: 'no-store' };
  return body === null ? init : { ...init, body };
}
