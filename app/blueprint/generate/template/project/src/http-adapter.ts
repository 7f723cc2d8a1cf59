import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * The web `Request` of a request to `node:http`, aborted when the client goes away; null where its
 * target or its Host header make no URL.
 */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request | null {
  const address = `http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? ''}`;
  if (!incoming.url?.startsWith('/') || !URL.canParse(address)) return null;
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(address, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
  });
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
