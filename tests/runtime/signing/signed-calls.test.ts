import { createHmac } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { UpstreamRequest } from '#app/runtime/tool-context.ts';
import type {
  SignatureScheme,
  SigningScheme,
} from '#app/runtime/upstream/signing/signature-scheme.ts';

import { exchange, policies, type Setup } from '../exchange.ts';
import { fakeTiming } from '../fake-timing.ts';
import { BINANCE, CLOUDINARY, KRAKEN } from './published-schemes.ts';

const SECRETS: { [name: string]: string } = {
  KEY_ID: 'key-of-kim',
  SECRET: Buffer.from('a secret that nobody sees').toString('base64'),
};

const HEADERS: SignatureScheme = {
  id: 'signed',
  kind: 'signature',
  algorithm: 'HMAC-SHA-256',
  secrets: [
    { name: 'keyId', secret: 'KEY_ID' },
    { name: 'secret', secret: 'SECRET' },
  ],
  message: '{method}\n{pathAndQuery}\n{timestamp}\n{nonce}\n{bodyHash}',
  encoding: 'hex',
  values: [{ name: 'bodyHash', text: '{body}', hash: 'SHA-256', encoding: 'base64' }],
  send: [
    { in: 'header', name: 'X-Time', value: '{timestamp}' },
    { in: 'header', name: 'X-Nonce', value: '{nonce}' },
    { in: 'header', name: 'Digest', value: 'SHA-256={bodyHash}' },
    { in: 'header', name: 'Authorization', value: 'HMAC {keyId}:{signature}' },
  ],
};

const AWS: SigningScheme = {
  id: 'signed',
  kind: 'awsSignature',
  service: 'execute-api',
  region: 'eu-central-1',
  accessKeyIdSecret: 'KEY_ID',
  secretAccessKeySecret: 'SECRET',
};

const setup = (scheme: SigningScheme, changes: Setup = {}): Setup => ({
  upstream: { auth: [scheme], security: [['signed']] },
  secrets: (name) => SECRETS[name],
  ...changes,
});

const JSON_BODY: Partial<UpstreamRequest> = {
  method: 'POST',
  headers: [['Content-Type', 'application/json']],
  body: '{"amount":12345678901234567890}',
};

test('what is signed is what is sent, body and query included', async () => {
  const { sent, url } = await exchange({ ...JSON_BODY, path: '/pets?b=%20&a=1' }, setup(HEADERS));
  const [request] = sent;
  if (!request) throw new Error('Nothing was sent.');
  const { headers } = request;
  expect(url).toBe('https://api.example.com/v1/pets?b=%20&a=1');
  expect(await request.text()).toBe(JSON_BODY.body);
  const message = [
    'POST',
    '/v1/pets?b=%20&a=1',
    headers.get('X-Time'),
    headers.get('X-Nonce'),
    headers.get('Digest')?.replace('SHA-256=', ''),
  ].join('\n');
  const signature = createHmac('sha256', SECRETS['SECRET'] ?? '')
    .update(message)
    .digest('hex');
  expect(headers.get('Authorization')).toBe(`HMAC key-of-kim:${signature}`);
});

test('each attempt has a time, a nonce and a signature of its own', async () => {
  const timing = fakeTiming();
  const { sent, outcome } = await exchange(
    {},
    setup(HEADERS, {
      timing,
      policies: { ...policies, retries: { attempts: 3, baseDelayMs: 2_000, maxDelayMs: 4_000 } },
      fetch: async () => new Response('', { status: 503 }),
    }),
  );
  expect(outcome).toMatchObject({ ok: true, attempts: 2 });
  for (const name of ['X-Time', 'X-Nonce', 'Authorization']) {
    expect(new Set(sent.map(({ headers }) => headers.get(name))).size).toBe(sent.length);
  }
});

test.each([
  ['headers', HEADERS],
  ['the query', BINANCE],
  ['AWS', AWS],
])('an answer that repeats the request shows no proof of it: %s', async (_, scheme) => {
  const { outcome, sent } = await exchange(
    {},
    setup(scheme, {
      fetch: async ({ url, headers }) => {
        const told = `${url} ${JSON.stringify([...headers])}`;
        return new Response(told, { headers: { 'X-Echo': told } });
      },
    }),
  );
  if (!outcome.ok) throw new Error(outcome.message);
  const { headers, body } = outcome.response;
  const shown = JSON.stringify(headers) + new TextDecoder().decode(body);
  const told = `${sent[0]?.url} ${JSON.stringify([...(sent[0]?.headers ?? [])])}`;
  const signature = /(?:signature=|kim:)([0-9a-f]{64})/i.exec(told)?.[1];
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
  expect(shown).not.toContain(signature);
  expect(shown).not.toContain('key-of-kim');
});

test('a redirect is not followed, so that no other host gets a signature', async () => {
  const { outcome, sent } = await exchange(
    {},
    setup(BINANCE, {
      fetch: async ({ url }) => {
        const signature = new URL(url).searchParams.get('signature') ?? '';
        const location = `https://evil.example.org/${signature}`;
        return new Response(null, { status: 307, headers: { location } });
      },
    }),
  );
  expect(sent.map(({ redirect }) => redirect)).toEqual(['manual']);
  expect(outcome).toMatchObject({ ok: false, reason: 'redirected' });
  expect(JSON.stringify(outcome)).toContain('evil.example.org/[redacted]');
});

test('a secret that is no key is named by its encoding, never shown', async () => {
  const { outcome, sent } = await exchange(
    {},
    setup(KRAKEN, { secrets: () => 'not base64 at all!' }),
  );
  expect(sent).toEqual([]);
  expect(outcome).toMatchObject({
    ok: false,
    reason: 'refused',
    message: 'The secret that requests are signed with is not base64.',
  });
});

test('a secret with a line break never becomes a header', async () => {
  const secrets = (name: string) => (name === 'KEY_ID' ? 'two\nlines-of-it' : SECRETS[name]);
  const { outcome, sent } = await exchange({}, setup(HEADERS, { secrets }));
  expect(sent).toEqual([]);
  expect(outcome).toMatchObject({ ok: false, reason: 'refused' });
  expect(JSON.stringify(outcome)).not.toContain('lines-of-it');
});

test('secrets that are not set are named, and nothing is sent', async () => {
  const { outcome, sent } = await exchange({}, setup(AWS, { secrets: () => undefined }));
  expect(sent).toEqual([]);
  expect(outcome).toMatchObject({
    reason: 'secretMissing',
    message: 'Credentials for api are missing: set KEY_ID and SECRET.',
  });
});

test('a signature that an address still carries is replaced', async () => {
  const path = '/pets?signature=old&limit=1&timestamp=0';
  const { url } = await exchange({ path }, setup(BINANCE));
  const parameters = new URL(url ?? '').searchParams;
  expect([...parameters.keys()]).toEqual(['limit', 'timestamp', 'signature']);
  const query = new URL(url ?? '').search.slice(1).replace(/&signature=.*/, '');
  const made = createHmac('sha256', SECRETS['SECRET'] ?? '')
    .update(query)
    .digest('hex');
  expect(parameters.get('signature')).toBe(made);
});

describe('fields of the body', () => {
  const send = async (request: Partial<UpstreamRequest>) => {
    const { sent, outcome } = await exchange(request, setup(CLOUDINARY, { timing: fakeTiming() }));
    const [first] = sent;
    const text = first ? await first.text() : null;
    return { outcome, url: first?.url, text, type: first?.headers.get('Content-Type') };
  };

  test('come to the end of a JSON object, whose numbers stay as they are', async () => {
    const { text } = await send(JSON_BODY);
    expect(text).toMatch(
      /^\{"amount":12345678901234567890,"timestamp":1767225600,"signature":"[0-9a-f]{40}","api_key":"key-of-kim"\}$/,
    );
  });

  test('make a form where there is no body, and go into the query of a GET', async () => {
    const made = await send({ method: 'POST' });
    expect(made.type).toBe('application/x-www-form-urlencoded');
    expect(made.text).toMatch(/^timestamp=1767225600&signature=[0-9a-f]{40}&api_key=key-of-kim$/);
    expect((await send({})).url).toMatch(/\?timestamp=1767225600&signature=[0-9a-f]{40}&api_key=/);
  });

  test('are refused for other bodies', async () => {
    const { outcome } = await send({ method: 'POST', body: 'plain' });
    expect(outcome).toMatchObject({ ok: false, reason: 'refused' });
  });
});
