import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** A server that runs on this machine. */
export interface TestServer {
  /** Its MCP endpoint. */
  url: string;
  stop: () => Promise<void>;
}

export interface ServeOptions {
  /** CORS headers in place of the server's own; none: no page may read its answers. */
  cors?: Readonly<Record<string, string>>;
  port?: number;
  path?: string;
}

/** CORS headers that let every page do everything. */
export const OPEN_CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': '*, mcp-session-id, www-authenticate',
};

/** Serves a function of the web's standard over HTTP. */
export async function serveHttp(
  answer: (request: Request) => Promise<Response>,
  { cors, port = 0, path = '/mcp' }: ServeOptions = {},
): Promise<TestServer> {
  const server = createServer((incoming, outgoing) => {
    void respond(incoming, outgoing, answer, cors);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}${path}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
  cors: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  if (incoming.method === 'OPTIONS' && cors !== undefined) {
    return void outgoing.writeHead(204, cors).end();
  }
  const left = new AbortController();
  outgoing.on('close', () => left.abort());
  const response = await answer(await toRequest(incoming, left.signal));
  const own = [...response.headers].filter(
    ([name]) => cors === undefined || !name.startsWith('access-control-'),
  );
  outgoing.writeHead(response.status, { ...Object.fromEntries(own), ...cors });
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  if (reader === undefined) return void outgoing.end();
  left.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!outgoing.write(value)) await new Promise((resolve) => outgoing.once('drain', resolve));
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const body: unknown[] = await Readable.from(incoming).toArray();
  const text = Buffer.concat(body.filter((piece) => piece instanceof Uint8Array)).toString();
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request(`http://${incoming.headers.host ?? '127.0.0.1'}${incoming.url ?? '/'}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    ...(text === '' ? {} : { body: text }),
  });
}
