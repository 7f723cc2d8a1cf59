import { getRequestListener, RequestError } from '@hono/node-server';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const UNREADABLE = 'The server does not understand this request.';

/** Request and response of an exchange on Node. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/**
 * Serves a web `fetch` function with `node:http`: the request's signal is aborted when the client
 * disconnects, and event streams are sent piece by piece.
 *
 * @param onError receives errors; the client only learns that something failed.
 */
export function createListener(
  answer: (request: Request, exchange: Exchange) => Promise<Response>,
  onError: (error: unknown) => void = () => {},
): Server {
  const listener = getRequestListener(
    (request, ends) => {
      // An HTTP/1 server gets no other types.
      const exchange = ends as Exchange;
      // Only proxies receive absolute URLs, whose host would not be the one that is checked.
      const isOurs = exchange.incoming.url?.startsWith('/') === true;
      return isOurs ? answer(request, exchange) : refuse(400, UNREADABLE);
    },
    {
      errorHandler: (error) => {
        // A target, a Host header or a method that is not valid in a URL or request.
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
