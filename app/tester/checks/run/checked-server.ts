import type { FetchText } from '#app/mcp-client/connection-options.ts';
import type { ServerConnection, Session } from '#app/mcp-client/connection.ts';
import { directWay, relayWay } from '#app/mcp-client/ways.ts';
import type { WireRequest } from '#app/mcp-client/wire.ts';

/** A connected server that is to be checked. */
export interface CheckedServer {
  /** Under which a person knows it. */
  name: string;
  url: string;
  session: Session;
  /** Sent with every request; their values are secrets. */
  headers: { [name: string]: string };
  fetch: (request: Request) => Promise<Response>;
  /** Names of read-only tools that the user agreed to call. */
  mayCall: readonly string[];
}

const RELAY_URL = '/api/relay';
const RELAYED = 'x-mcp-relay';
/** Precedes headers that the relay only shows. */
const SHOWN_PREFIX = 'x-mcp-header-';
/** Refusals that say nothing of the server: too many requests, or somebody who may not ask. */
const NOBODY_ASKED = new Set([401, 403, 429]);
/** Set by what sends a request. */
const OWN_HEADERS = new Set(['content-length', 'host', 'origin']);

/**
 * The server of a connection, asked in the same way.
 *
 * @param onRefused called with the relay's words when it does not ask at all: what was found then means nothing
 */
export function toCheckedServer(
  connection: ServerConnection,
  session: Session,
  asks: { direct: FetchText; relay: FetchText },
  onRefused: (message: string) => void,
): Omit<CheckedServer, 'mayCall'> {
  const { target } = connection;
  const way = session.route === 'direct' ? directWay(asks.direct) : relayWay(asks.relay, RELAY_URL);
  const fetch = async (request: Request): Promise<Response> => {
    const body = request.body === null ? null : await request.text();
    const headers = Object.fromEntries(
      [...request.headers].filter(([name]) => !OWN_HEADERS.has(name)),
    );
    const { url, signal } = request;
    const method = toMethod(request.method);
    const response = await way.ask({ method, url, headers, body, signal });
    if (session.route === 'relay' && response.headers.get(RELAYED) === 'refused') {
      const message = await readRefusal(response);
      if (NOBODY_ASKED.has(response.status)) onRefused(message);
      throw new Error(message);
    }
    return session.route === 'relay' ? withShownHeaders(response) : response;
  };
  return { name: target.name, url: target.url, session, headers: credentialsOf(connection), fetch };
}

function toMethod(method: string): WireRequest['method'] {
  if (method === 'POST' || method === 'GET' || method === 'DELETE') return method;
  throw new Error(`${method} cannot be sent from a page.`);
}

/** The user's own headers, and what the connection proves itself with. */
function credentialsOf({ target, log }: ServerConnection): { [name: string]: string } {
  const headers = Object.fromEntries(
    target.headers.map(({ name, value }) => [name.toLowerCase(), value]),
  );
  if (headers['authorization'] !== undefined || target.auth.kind === 'none') return headers;
  if (target.auth.kind === 'bearer') {
    return { ...headers, authorization: `Bearer ${target.auth.token}` };
  }
  const last = log.getExchanges().findLast(({ response }) => response?.status === 200);
  const sent = last?.requestHeaders.find(([name]) => name.toLowerCase() === 'authorization');
  return sent === undefined ? headers : { ...headers, authorization: sent[1] };
}

/** Headers of the server under their own names again. */
function withShownHeaders(response: Response): Response {
  const headers = new Headers();
  for (const [name, value] of response.headers) {
    if (name.startsWith(SHOWN_PREFIX)) headers.set(name.slice(SHOWN_PREFIX.length), value);
    else if (!headers.has(name)) headers.set(name, value);
  }
  headers.delete(RELAYED);
  const isEmpty = [101, 204, 205, 304].includes(response.status);
  return new Response(isEmpty ? null : response.body, { status: response.status, headers });
}

async function readRefusal(response: Response): Promise<string> {
  const text = await response.text();
  const [, detail = ''] = /"detail":\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return detail === '' ? `The relay refused the request: HTTP ${response.status}.` : detail;
}
