import { generateKeyPairSync } from 'node:crypto';

import { Response, type Request } from 'miniflare';
import * as z from 'zod';

/** Host where Google publishes the keys of Firebase ID tokens. */
const KEYS_HOST = 'www.googleapis.com';
const KEYS_PATH = '/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com';

/** Host through which tests in workerd control this fake. */
const CONTROL_HOST = 'google-keys.invalid';

/** Response of the key server. */
export const KeyAnswer = z.object({
  status: z.number().default(200),
  headers: z.record(z.string(), z.string()).default({ 'cache-control': 'public, max-age=21600' }),
  body: z.string().default('{"keys":[]}'),
  /** Delay before the first byte. */
  delayMs: z.number().default(0),
  /** The body begins, and breaks off after 3 s. */
  stalls: z.boolean().default(false),
});
export type KeyAnswer = z.input<typeof KeyAnswer>;

/** A key server: its current response, and the number of requests. */
export interface KeyServer {
  fetches: number;
  set(answer: KeyAnswer): void;
  answer(): Promise<Response>;
}

/** Creates a key server, initially without keys. */
export function createKeyServer(first: KeyAnswer = {}): KeyServer {
  let now = KeyAnswer.parse(first);
  return {
    fetches: 0,
    set(answer) {
      now = KeyAnswer.parse(answer);
    },
    async answer() {
      this.fetches += 1;
      const { status, headers, body, delayMs, stalls } = now;
      if (delayMs > 0) await pause(delayMs);
      return new Response(stalls ? stall(body) : body, { status, headers });
    },
  };
}

/** A response that publishes these keys. */
export function publish(keys: object[], headers?: Record<string, string>): KeyAnswer {
  return { body: JSON.stringify({ keys }), ...(headers ? { headers } : {}) };
}

/** Whether a request is for Google's keys. */
export function isKeyRequest(request: { url: string }): boolean {
  const { host, pathname } = new URL(request.url);
  return host === KEYS_HOST && pathname === KEYS_PATH;
}

/** A key that is always published, so that any test may sign with it. */
const steadyKey = {
  ...generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }),
  kid: 'steady-key',
};

/** By name, so that parallel test files do not affect each other; '' has the steady key. */
const servers = new Map([
  [
    '',
    createKeyServer(
      publish([
        {
          kty: 'RSA',
          alg: 'RS256',
          use: 'sig',
          kid: steadyKey.kid,
          n: steadyKey.n,
          e: steadyKey.e,
        },
      ]),
    ),
  ],
]);

/**
 * Google's key server, and `https://google-keys.invalid`: `GET /private-key` returns the steady key, `PUT
 * /servers/<name>` sets the response of the server requested with `?server=<name>`, and `GET` returns the
 * number of its requests. Undefined for every other address.
 */
export async function answerGoogleKeys(request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  if (isKeyRequest(request)) return open(url.searchParams.get('server') ?? '').answer();
  if (url.host !== CONTROL_HOST) return undefined;
  if (url.pathname === '/private-key') return Response.json(steadyKey);
  const server = open(url.pathname.replace('/servers/', ''));
  if (request.method === 'PUT') server.set(KeyAnswer.parse(await request.json()));
  return Response.json({ fetches: server.fetches });
}

function open(name: string): KeyServer {
  const server = servers.get(name) ?? createKeyServer();
  servers.set(name, server);
  return server;
}

/** Longer than any caller waits for keys. */
const STALL_MS = 3_000;

function stall(begin: string): ReadableStream {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(begin));
      await pause(STALL_MS);
      controller.error(new Error('the connection is lost'));
    },
  });
}

/** Does not keep the process alive. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
