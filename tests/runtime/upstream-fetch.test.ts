import { describe, expect, test } from 'vitest';

import type { AuthScheme } from '#app/runtime/definition.ts';
import type { UpstreamRequest } from '#app/runtime/tool-context.ts';
import { UpstreamFailure } from '#app/runtime/upstream/upstream-failure.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';

import { CONNECTION_HEADERS, PATHS } from '../security/outbound-attempts.ts';
import { exchange, policies } from './exchange.ts';
import type { Setup } from './exchange.ts';

describe('the address', () => {
  test.each([
    ['https://api.example.com/v1', '/pets?a=b%20c', 'https://api.example.com/v1/pets?a=b%20c'],
    ['https://api.example.com/v1/', '/pets', 'https://api.example.com/v1/pets'],
    ['https://api.example.com', '/pets', 'https://api.example.com/pets'],
    ['https://api.example.com/mcp', '', 'https://api.example.com/mcp'],
    [
      'https://api.example.com/v1',
      '//evil.example/x',
      'https://api.example.com/v1//evil.example/x',
    ],
  ])('of %s and %j is %s', async (baseUrl, path, expected) => {
    expect((await exchange({ path }, { upstream: { baseUrl } })).url).toBe(expected);
  });

  test.each([...PATHS, 'pets', '\\evil'])('made by %j stays where its API is', async (path) => {
    const { outcome, sent } = await exchange({ path });
    if (!outcome.ok) return expect([outcome.reason, sent]).toEqual(['refused', []]);
    expect(sent.map(({ url }) => url)).toEqual([
      expect.stringMatching(/^https:\/\/api\.example\.com\/v1\//),
    ]);
  });

  test('has to be among the allowed hosts', async () => {
    const { outcome } = await exchange({}, { upstream: { allowedHosts: ['other.example.com'] } });
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'refused',
      message: expect.stringContaining('api.example.com'),
    });
  });

  test('of the first upstream can be replaced', async () => {
    const { url } = await exchange({}, { baseUrlOverride: 'http://127.0.0.1:4010' });
    expect(url).toBe('http://127.0.0.1:4010/pets');
  });

  test('of an unknown upstream is an error', async () => {
    const send = createUpstreamFetch({ upstreams: [], policies, secrets: () => undefined, fetch });
    expect(await send('nope', { method: 'GET', path: '/', headers: [] })).toMatchObject({
      reason: 'unknownUpstream',
    });
  });
});

describe('an invalid request is rejected:', () => {
  test.each<[string, Partial<UpstreamRequest>]>([
    ['a line break in a header', { headers: [['X-A', 'a\r\nX-B: b']] }],
    ['a header name that is none', { headers: [['X A', 'a']] }],
    ...CONNECTION_HEADERS.map((name): [string, Partial<UpstreamRequest>] => [
      `a header of the connection, ${name}`,
      { headers: [[name, 'evil.example']] },
    ]),
    ['a body with GET', { body: 'x' }],
    ['a method that is none', { method: 'A B' }],
  ])('%s', async (_, request) => {
    const { outcome, sent } = await exchange(request);
    expect(outcome).toMatchObject({ ok: false, reason: 'refused' });
    expect(sent).toEqual([]);
  });
});

describe('an upstream that', () => {
  test('is down is unreachable, and the error does not contain the key in its URL', async () => {
    const setup: Setup = {
      upstream: {
        auth: [{ id: 'k', kind: 'apiKey', in: 'query', name: 'k', secret: 'KEY' }],
        security: [['k']],
      },
      fetch: async (request) => {
        throw new TypeError(`fetch failed: ${request.url}`, {
          cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
        });
      },
    };
    expect((await exchange({}, setup)).outcome).toEqual({
      ok: false,
      reason: 'unreachable',
      message: 'api.example.com could not be reached (ECONNREFUSED).',
    });
  });

  test('is slow times out, even if it ignores the signal', async () => {
    const hangs = async () => await new Promise<Response>(() => {});
    const { outcome, sent } = await exchange({}, { upstream: { timeoutMs: 20 }, fetch: hangs });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test('stalls during its response times out', async () => {
    const drips = async () =>
      new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array([1])) }));
    const { outcome } = await exchange({}, { upstream: { timeoutMs: 20 }, fetch: drips });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
  });

  test('is no longer needed is aborted', async () => {
    const controller = new AbortController();
    const fetchAborting = async (request: Request) => {
      controller.abort();
      request.signal.throwIfAborted();
      return new Response();
    };
    const { outcome } = await exchange({}, { signal: controller.signal, fetch: fetchAborting });
    expect(outcome).toMatchObject({ ok: false, reason: 'cancelled' });
  });

  test('is huge is cut off at the limit', async () => {
    let pulled = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (to) => {
        pulled += 1;
        to.enqueue(new Uint8Array(300));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const { outcome } = await exchange({}, { fetch: async () => new Response(endless) });
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'tooLarge',
      message: expect.stringContaining('1000 bytes'),
    });
    expect(isCancelled).toBe(true);
    expect(pulled).toBeLessThan(8);
  });

  test('is exactly as long as the limit is read', async () => {
    const { outcome } = await exchange({}, { fetch: async () => new Response('x'.repeat(1_000)) });
    expect(outcome.ok && outcome.response.body.length).toBe(1_000);
  });

  test.each([301, 302, 303, 307, 308])(
    'answers %d is not followed, and the error names the target',
    async (status) => {
      const headers = { Location: 'https://other.example/login?token=abc' };
      const { outcome, sent } = await exchange(
        {},
        { fetch: async () => new Response(null, { status, headers }) },
      );
      expect(outcome).toMatchObject({ ok: false, reason: 'redirected' });
      expect(!outcome.ok && outcome.message).toContain('https://other.example/login;');
      expect(sent[0]?.redirect).toBe('manual');
    },
  );

  test('a guard refuses is reported with the guard’s reason', async () => {
    const guard = async () => {
      throw new UpstreamFailure('rateLimited', 'Too many for key-value-1.');
    };
    const setup: Setup = {
      upstream: { auth: [{ id: 'b', kind: 'bearer', secret: 'KEY' }], security: [['b']] },
      fetch: guard,
    };
    expect((await exchange({}, setup)).outcome).toEqual({
      ok: false,
      reason: 'rateLimited',
      message: 'Too many for [redacted].',
    });
  });
});

test('a response has its status and headers, without cookies', async () => {
  const headers = new Headers({ 'Content-Type': 'text/plain', 'X-Total': '5' });
  headers.append('Set-Cookie', 'session=1');
  const { outcome } = await exchange(
    {},
    { fetch: async () => new Response('hello', { status: 404, headers }) },
  );
  expect(outcome).toEqual({
    ok: true,
    response: {
      status: 404,
      headers: [
        ['content-type', 'text/plain'],
        ['x-total', '5'],
      ],
      body: new TextEncoder().encode('hello'),
    },
  });
});

test('secrets that an upstream echoes are redacted in headers and bodies, across chunks', async () => {
  const basicPair = Buffer.from('username:pass:wörd').toString('base64');
  const text = `a=key-value-1 b=${basicPair} c=${encodeURIComponent('pass:wörd')} d=${Buffer.from('key-value-1').toString('base64')}`;
  const bytes = new TextEncoder().encode(text);
  const pieces = new ReadableStream({
    start: (to) => {
      for (const byte of bytes) to.enqueue(new Uint8Array([byte]));
      to.close();
    },
  });
  const auth: AuthScheme[] = [
    { id: 'basic', kind: 'basic', usernameSecret: 'USER', passwordSecret: 'PASS' },
    { id: 'key', kind: 'apiKey', in: 'query', name: 'k', secret: 'KEY' },
  ];
  const { outcome } = await exchange(
    {},
    {
      upstream: { auth, security: [['basic']] },
      fetch: async () => new Response(pieces, { headers: { Link: '<https://x/?k=key-value-1>' } }),
    },
  );
  const response = outcome.ok ? outcome.response : null;
  expect(new TextDecoder().decode(response?.body)).toBe(
    'a=[redacted] b=[redacted] c=[redacted] d=[redacted]=',
  );
  expect(response?.headers).toContainEqual(['link', '<https://x/?k=[redacted]>']);
});
