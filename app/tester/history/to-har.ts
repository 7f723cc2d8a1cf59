import type { HttpExchange } from '#app/mcp-client/exchange.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import type { Mask } from './mask.ts';

type Headers = HttpExchange['requestHeaders'];

/**
 * Exchanges as an HTTP archive without secrets.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function toHar(exchanges: readonly HttpExchange[], mask: Mask): JsonObject {
  return {
    log: {
      version: '1.2',
      creator: { name: 'MCP client', version: '1' },
      entries: exchanges.map((exchange) => toHarEntry(exchange, mask)),
    },
  };
}

function toHarEntry(exchange: HttpExchange, mask: Mask): JsonObject {
  const { startedAt, response, error, route } = exchange;
  const headersAt = response?.headersAt ?? startedAt;
  const endedAt = response?.endedAt ?? headersAt;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: endedAt - startedAt,
    request: toRequest(exchange, mask),
    response: toResponse(response, mask),
    cache: {},
    timings: { send: 0, wait: headersAt - startedAt, receive: endedAt - headersAt },
    comment: error ?? (route === 'relay' ? 'Asked through the relay' : 'Asked by the browser'),
  };
}

function toRequest(exchange: HttpExchange, mask: Mask): JsonObject {
  const { method, requestHeaders, requestBody } = exchange;
  const url = mask.text(exchange.url);
  return {
    method,
    url,
    httpVersion: 'unknown',
    cookies: [],
    headers: toPairs(requestHeaders, mask),
    queryString: toQuery(url),
    ...(requestBody === null
      ? {}
      : {
          postData: {
            mimeType: findHeader(requestHeaders, 'content-type') ?? 'application/json',
            text: mask.text(requestBody),
          },
        }),
    headersSize: -1,
    bodySize: requestBody === null ? 0 : new TextEncoder().encode(requestBody).length,
  };
}

/** Where nothing came, the archive has a status of 0, as those of browsers do. */
function toResponse(response: HttpExchange['response'], mask: Mask): JsonObject {
  const headers = response?.headers ?? [];
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'unknown',
    cookies: [],
    headers: toPairs(headers, mask),
    content: {
      size: response?.bytes ?? 0,
      mimeType: findHeader(headers, 'content-type') ?? 'x-unknown',
      text: mask.text(response?.body ?? ''),
      ...(response?.isCut ? { comment: 'The end of the body is left out.' } : {}),
    },
    redirectURL: mask.text(findHeader(headers, 'location') ?? ''),
    headersSize: -1,
    bodySize: response?.bytes ?? -1,
  };
}

function toPairs(headers: Headers, mask: Mask): JsonValue[] {
  return headers.map(([name, value]) => ({ name, value: mask.header(name, value) }));
}

function toQuery(url: string): JsonValue[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function findHeader(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
