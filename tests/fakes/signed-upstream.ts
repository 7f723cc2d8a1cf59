import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Credentials that the API has given out. */
export const SIGNED_CREDENTIALS = { keyId: 'kim-key-0815', secret: 'never-shown-secret-4711' };

/** A request as the API gets it. */
export interface GotRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: { get: (name: string) => string | null };
  body: string;
}

/** Seconds that a signature is valid. */
const VALID_S = 60;

/**
 * An API that takes signed requests only: HMAC-SHA256 over method, path with query, time, nonce and the hash of
 * the body, as `Authorization: ACME <key>:<signature>`, and each nonce once. It checks with Node's own crypto,
 * and repeats in its answer what it got.
 */
export class SignedUpstream {
  readonly got: GotRequest[] = [];
  readonly #nonces = new Set<string>();

  answer(request: GotRequest): { status: number; body: string } {
    this.got.push(request);
    const problem = this.#findProblem(request);
    if (problem !== null) return { status: 401, body: JSON.stringify({ error: problem }) };
    const { method, path, headers, body } = request;
    const seen = { authorization: headers.get('authorization'), time: headers.get('x-time') };
    return { status: 200, body: JSON.stringify({ ok: true, method, path, body, seen }) };
  }

  #findProblem({ method, path, headers, body }: GotRequest): string | null {
    const [, key, signature = ''] =
      /^ACME ([^:]+):([\w+/=]+)$/.exec(headers.get('authorization') ?? '') ?? [];
    if (key !== SIGNED_CREDENTIALS.keyId) return 'unknown key';
    const time = headers.get('x-time') ?? '';
    if (Math.abs(Date.now() / 1_000 - Number(time)) > VALID_S) return 'too old';
    const nonce = headers.get('x-nonce') ?? '';
    if (nonce === '' || this.#nonces.has(nonce)) return 'used nonce';
    this.#nonces.add(nonce);
    const digest = createHash('sha256').update(body).digest('hex');
    if (headers.get('x-content-sha256') !== digest) return 'wrong hash of the body';
    const made = createHmac('sha256', SIGNED_CREDENTIALS.secret)
      .update(`${method}\n${path}\n${time}\n${nonce}\n${digest}`)
      .digest();
    const sent = Buffer.from(signature, 'base64');
    const isRight = sent.length === made.length && timingSafeEqual(sent, made);
    return isRight ? null : 'wrong signature';
  }
}

/** Authentication of that API, as `set_upstream` takes it. */
export const SIGNED_AUTH = {
  kind: 'signature',
  algorithm: 'HMAC-SHA-256',
  secrets: ['secret', 'keyId'],
  message: '{method}\n{pathAndQuery}\n{timestamp}\n{nonce}\n{bodyHash}',
  encoding: 'base64',
  values: [{ name: 'bodyHash', text: '{body}', hash: 'SHA-256', encoding: 'hex' }],
  send: [
    { in: 'header', name: 'X-Time', value: '{timestamp}' },
    { in: 'header', name: 'X-Nonce', value: '{nonce}' },
    { in: 'header', name: 'X-Content-SHA256', value: '{bodyHash}' },
    { in: 'header', name: 'Authorization', value: 'ACME {keyId}:{signature}' },
  ],
};
