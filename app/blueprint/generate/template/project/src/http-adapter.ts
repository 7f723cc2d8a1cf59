import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * The web `Request` of a request to `node:http`, aborted when the client goes away; null where there
 * can be none, for its target, its Host header or its method.
 */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request | null {
  const { method = 'GET', url = '' } = incoming;
  if (!url.startsWith('/')) return null;
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    return new Request(`http://${incoming.headers.host ?? 'localhost'}${url}`, {
      method,
      headers: toHeaders(incoming),
      signal: gone.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
    });
  } catch {
    return null;
  }
}

function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

/** Sends a web `Response`, event streams piece by piece. A client that went away is no error. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(response.body), outgoing);
  } catch (error) {
    if (!outgoing.destroyed) throw error;
  }
}
