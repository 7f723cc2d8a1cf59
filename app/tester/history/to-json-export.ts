import type { ExchangeLog } from '#app/mcp-client/exchange.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import type { Mask } from './mask.ts';

/** All messages and requests of a log as one JSON document, without secrets. */
export function toJsonExport(
  log: Pick<ExchangeLog, 'getFrames' | 'getExchanges'>,
  mask: Mask,
): JsonObject {
  const toPairs = (headers: readonly (readonly [string, string])[]) =>
    headers.map(([name, value]) => [name, mask.header(name, value)]);
  return {
    messages: log.getFrames().map(({ message, at, ...frame }) => ({
      ...frame,
      at: new Date(at).toISOString(),
      message: mask.message(message),
    })),
    requests: log.getExchanges().map((exchange) => ({
      ...exchange,
      url: mask.text(exchange.url),
      startedAt: new Date(exchange.startedAt).toISOString(),
      requestHeaders: toPairs(exchange.requestHeaders),
      requestBody: exchange.requestBody === null ? null : mask.text(exchange.requestBody),
      response:
        exchange.response === null
          ? null
          : {
              ...exchange.response,
              headers: toPairs(exchange.response.headers),
              body: mask.text(exchange.response.body),
            },
    })),
  };
}
