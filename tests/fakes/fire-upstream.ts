import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One received request, and whether its sender disconnected before the whole response. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  isAbandoned: boolean;
}

/** A misbehaving API on its own port. */
export interface FireUpstream {
  url: string;
  seen: SeenRequest[];
  /** Number of requests for a path. */
  count: (path: string) => number;
  /** Resolves when the sender of a request for that path has disconnected. */
  abandoned: (path: string) => Promise<void>;
  /** Lets requests for `/held` continue. */
  release: () => void;
  /** Status of `/switch`. */
  status: number;
  close: () => Promise<void>;
}

/** Starts it. The behaviour of each path is described in `BEHAVIOURS`. */
export async function startFireUpstream(): Promise<FireUpstream> {
  const seen: SeenRequest[] = [];
  const leaving: { path: string; resolve: () => void }[] = [];
  let held: (() => void)[] = [];
  const fire: FireUpstream = {
    url: '',
    seen,
    status: 503,
    count: (path) => seen.filter((one) => one.path.split('?')[0] === path).length,
    abandoned: (path) =>
      new Promise((resolve) => {
        if (seen.some((one) => one.path === path && one.isAbandoned)) resolve();
        else leaving.push({ path, resolve });
      }),
    release: () => {
      for (const go of held) go();
      held = [];
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
      }),
  };
  const listener = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const one: SeenRequest = { method, path, headers, isAbandoned: false };
    seen.push(one);
    outgoing.once('close', () => {
      if (outgoing.writableFinished) return;
      one.isAbandoned = true;
      for (const waiting of leaving) if (waiting.path === path) waiting.resolve();
    });
    const [name = ''] = path.split('?');
    const times = fire.count(name);
    if (name === '/held') held.push(() => sendJson(outgoing, 200, { id: 1, name: 'held' }));
    else if (name === '/switch') sendJson(outgoing, fire.status, { id: 1, name: 'switch' });
    else (BEHAVIOURS[name] ?? notFound)(outgoing, times);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  return Object.assign(fire, { url: `http://127.0.0.1:${port}` });
}

type Behaviour = (outgoing: ServerResponse, times: number) => void;

const RIGHT = { id: 7, name: 'Rex' };

const BEHAVIOURS: { [path: string]: Behaviour } = {
  /** Behaves correctly. */
  '/right': (outgoing) => sendJson(outgoing, 200, RIGHT),
  /** Accepts the request and never responds. */
  '/hang': () => {},
  /** Begins a response and stalls. */
  '/hang-body': (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.write('{"id":7,');
  },
  /** Resets the connection before responding. */
  '/reset': (outgoing) => void outgoing.socket?.resetAndDestroy(),
  /** Resets the first two connections. */
  '/reset-twice': (outgoing, times) => {
    if (times > 2) sendJson(outgoing, 200, RIGHT);
    else outgoing.socket?.resetAndDestroy();
  },
  /** Announces more bytes than it sends, and closes the connection. */
  '/short': (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    outgoing.write('{"id":7,"name":"Rex"}', () => outgoing.socket?.destroy());
  },
  /** Sends more bytes than it announces. */
  '/long': (outgoing) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n';
    outgoing.socket?.end(`${head}{"id":7,"name":"Rex"}{"id":666}`);
  },
  /** Sends its response slowly in small pieces. */
  '/drip': (outgoing) => {
    const text = JSON.stringify({ ...RIGHT, note: 'x'.repeat(40) });
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    let at = 0;
    const timer = setInterval(() => {
      outgoing.write(text.slice(at, at + 4));
      at += 4;
      if (at < text.length) return;
      clearInterval(timer);
      outgoing.end();
    }, 80);
    outgoing.once('close', () => clearInterval(timer));
  },
  /** Sends an endless response. */
  '/flood': (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    const pour = () => {
      while (!outgoing.destroyed && outgoing.write('x'.repeat(65_536)));
    };
    outgoing.on('drain', pour);
    pour();
  },
  /** JSON with the content type of HTML. */
  '/json-as-page': (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(RIGHT));
  },
  /** HTML with the content type of JSON. */
  '/page-as-json': (outgoing) => {
    outgoing
      .writeHead(200, { 'content-type': 'application/json' })
      .end('<!doctype html><title>Log in</title>');
  },
  /** A response that violates its schema. */
  '/other-schema': (outgoing) => sendJson(outgoing, 200, { id: 'seven', tail: true }),
  /** Asks once to wait for some seconds. */
  '/busy-seconds': (outgoing, times) => {
    if (times > 1) sendJson(outgoing, 200, RIGHT);
    else sendJson(outgoing, 429, { error: 'slow down' }, { 'retry-after': '1' });
  },
  /** Asks once to wait until a date. */
  '/busy-date': (outgoing, times) => {
    const date = new Date(Date.now() + 1_000).toUTCString();
    if (times > 1) sendJson(outgoing, 200, RIGHT);
    else sendJson(outgoing, 503, { error: 'slow down' }, { 'retry-after': date });
  },
  /** Asks to wait longer than any caller does. */
  '/busy-long': (outgoing) => sendJson(outgoing, 429, { error: 'no' }, { 'retry-after': '3600' }),
  /** Fails twice. */
  '/flaky': (outgoing, times) => {
    if (times > 2) sendJson(outgoing, 200, RIGHT);
    else sendJson(outgoing, 502, { error: 'bad gateway' });
  },
  /** Always fails. */
  '/down': (outgoing) => sendJson(outgoing, 503, { error: 'down' }),
};

function notFound(outgoing: ServerResponse): void {
  sendJson(outgoing, 404, { error: 'not found' });
}

function sendJson(
  outgoing: ServerResponse,
  status: number,
  value: object,
  headers: { [name: string]: string } = {},
): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify(value));
}
