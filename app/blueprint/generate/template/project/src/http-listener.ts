import { getRequestListener, RequestError } from '@hono/node-server';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const UNREADABLE = 'This is no request that the server understands.';

/** The two ends of an exchange on Node. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/**
 * Serves a web `fetch` function with `node:http`: the request's signal is aborted when the client
 * goes away, event streams are sent piece by piece.
 *
 * @param onError hears of what failed; the client is told no more than that something did.
 */
export function createListener(
  answer: (request: Request, exchange: Exchange) => Promise<Response>,
  onError: (error: unknown) => void = () => {},
): Server {
  const listener = getRequestListener(
    (request, ends) => {
      // Whoever serves over HTTP/1 gets nothing else.
      const exchange = ends as Exchange;
      // Only proxies are sent whole addresses; their host would not be the one that is checked.
      const isOurs = exchange.incoming.url?.startsWith('/') === true;
      return isOurs ? answer(request, exchange) : refuse(400, UNREADABLE);
    },
    {
      errorHandler: (error) => {
        // A target, a Host header or a method that no URL or request can have.
        if (error instanceof RequestError) {
          return refuse(400, UNREADABLE);
        }
        onError(error);
        return refuse(500, 'Internal error.');
      },
    },
  );
  return createServer((incoming, outgoing) => void listener(incoming, outgoing));
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
