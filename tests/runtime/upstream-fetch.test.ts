import { describe, expect, test } from 'vitest';

import type { AuthScheme, Policies, Upstream } from '#app/runtime/definition.ts';
import type { UpstreamRequest } from '#app/runtime/tool-context.ts';
import { UpstreamFailure } from '#app/runtime/upstream-failure.ts';
import { createUpstreamFetch } from '#app/runtime/upstream-fetch.ts';
import type { UpstreamFetchOptions } from '#app/runtime/upstream-fetch.ts';

const policies: Policies = {
  timeoutMs: 5_000,
  maxUpstreamBytes: 1_000,
  maxResultBytes: 1_000,
  allowedOrigins: [],
};

const upstream = (changes: Partial<Upstream> = {}): Upstream => ({
  id: 'api',
  baseUrl: 'https://api.example.com/v1',
  allowedHosts: ['api.example.com'],
  auth: [],
  security: [],
  ...changes,
});

const SECRETS: { [name: string]: string } = {
  KEY: 'key-value-1',
  USER: 'username',
  PASS: 'pass:wörd',
  CLIENT: 'client id',
  CLIENT_SECRET: 'client&secret',
};

interface Setup extends Partial<UpstreamFetchOptions> {
  upstream?: Partial<Upstream>;
}

/** Sends one request and tells what went out and what came back. */
async function exchange(request: Partial<UpstreamRequest>, setup: Setup = {}) {
  const sent: Request[] = [];
  const { upstream: changes, ...options } = setup;
  const send = createUpstreamFetch({
    upstreams: [upstream(changes)],
    policies,
    secrets: (name) => SECRETS[name],
    ...options,
    fetch: async (outgoing) => {
      sent.push(outgoing);
      return await (options.fetch ?? (async () => new Response('ok')))(outgoing);
    },
  });
  const outcome = await send('api', { method: 'GET', path: '/pets', headers: [], ...request });
  return { outcome, sent, url: sent[0]?.url, headers: sent[0]?.headers };
}

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

  test.each([
    '/../admin',
    '/%2e%2e/admin',
    '/a/../../../x',
    '/..\\..\\admin',
    'pets',
    '@evil.example/',
    '\\evil',
  ])('that %j would make is refused', async (path) => {
    const { outcome, sent } = await exchange({ path });
    expect(outcome).toMatchObject({ ok: false, reason: 'refused' });
    expect(sent).toEqual([]);
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

  test('of an upstream that is not there is no request', async () => {
    const send = createUpstreamFetch({ upstreams: [], policies, secrets: () => undefined, fetch });
    expect(await send('nope', { method: 'GET', path: '/', headers: [] })).toMatchObject({
      reason: 'unknownUpstream',
    });
  });
});

describe('what cannot be sent is refused:', () => {
  test.each<[string, Partial<UpstreamRequest>]>([
    ['a line break in a header', { headers: [['X-A', 'a\r\nX-B: b']] }],
    ['a header name that is none', { headers: [['X A', 'a']] }],
    ['another host', { headers: [['Host', 'evil.example']] }],
    ['a length of its own', { headers: [['Content-Length', '5']] }],
    ['a body with GET', { body: 'x' }],
    ['a method that is none', { method: 'A B' }],
  ])('%s', async (_, request) => {
    const { outcome, sent } = await exchange(request);
    expect(outcome).toMatchObject({ ok: false, reason: 'refused' });
    expect(sent).toEqual([]);
  });
});

describe('credentials', () => {
  const key = (place: 'header' | 'query' | 'cookie'): AuthScheme => ({
    id: 'key',
    kind: 'apiKey',
    in: place,
    name: 'api_key',
    secret: 'KEY',
  });
  const basic: AuthScheme = {
    id: 'basic',
    kind: 'basic',
    usernameSecret: 'USER',
    passwordSecret: 'PASS',
  };
  const bearer: AuthScheme = { id: 'bearer', kind: 'bearer', secret: 'KEY' };

  test('go into a header, over one that a tool sets', async () => {
    const setup = { upstream: { auth: [key('header')], security: [['key']] } };
    const { headers } = await exchange({ headers: [['Api_Key', 'mine']] }, setup);
    expect(headers?.get('api_key')).toBe('key-value-1');
  });

  test('go into the query and leave the rest of it as it is', async () => {
    const setup = { upstream: { auth: [key('query')], security: [['key']] } };
    expect((await exchange({ path: '/pets?a=b%20c' }, setup)).url).toBe(
      'https://api.example.com/v1/pets?a=b%20c&api_key=key-value-1',
    );
    expect((await exchange({}, setup)).url).toBe(
      'https://api.example.com/v1/pets?api_key=key-value-1',
    );
  });

  test('go into a cookie, behind those of the tool', async () => {
    const setup = { upstream: { auth: [key('cookie')], security: [['key']] } };
    const { headers } = await exchange({ headers: [['Cookie', 'a=b']] }, setup);
    expect(headers?.get('Cookie')).toBe('a=b; api_key=key-value-1');
  });

  test('are basic in UTF-8, and bearer', async () => {
    const first = await exchange({}, { upstream: { auth: [basic], security: [['basic']] } });
    const encoded = Buffer.from('username:pass:wörd').toString('base64');
    expect(first.headers?.get('Authorization')).toBe(`Basic ${encoded}`);
    const second = await exchange({}, { upstream: { auth: [bearer], security: [['bearer']] } });
    expect(second.headers?.get('Authorization')).toBe('Bearer key-value-1');
  });

  test('are those of the first alternative whose secrets are all set', async () => {
    const other: AuthScheme = { id: 'other', kind: 'bearer', secret: 'UNSET' };
    const setup = {
      upstream: { auth: [other, bearer, key('query')], security: [['other'], ['bearer', 'key']] },
    };
    const { headers, url } = await exchange({}, setup);
    expect(headers?.get('Authorization')).toBe('Bearer key-value-1');
    expect(url).toContain('api_key=key-value-1');
  });

  test('stay at home where the action asks for none or leaves it open', async () => {
    const setup = { upstream: { auth: [bearer], security: [['bearer']] } };
    expect((await exchange({ security: [] }, setup)).headers?.has('Authorization')).toBe(false);
    expect((await exchange({ security: [[]] }, setup)).headers?.has('Authorization')).toBe(false);
    const open = {
      upstream: { auth: [{ ...bearer, secret: 'UNSET' }], security: [['bearer'], []] },
    };
    expect((await exchange({}, open)).outcome.ok).toBe(true);
  });

  test('that are missing are named, and nothing is sent', async () => {
    const unset: AuthScheme = {
      id: 'a',
      kind: 'basic',
      usernameSecret: 'NO_USER',
      passwordSecret: 'NO_PASS',
    };
    const also: AuthScheme = { id: 'b', kind: 'bearer', secret: 'NO_TOKEN' };
    const { outcome, sent } = await exchange(
      {},
      { upstream: { auth: [unset, also], security: [['a'], ['b']] } },
    );
    expect(outcome).toEqual({
      ok: false,
      reason: 'secretMissing',
      message: 'Credentials for api are missing: set NO_USER and NO_PASS, or NO_TOKEN.',
    });
    expect(sent).toEqual([]);
  });

  test('with a line break are refused without being shown', async () => {
    const setup = {
      upstream: { auth: [bearer], security: [['bearer']] },
      secrets: () => 'top\nsecret',
    };
    const { outcome } = await exchange({}, setup);
    expect(outcome).toMatchObject({ ok: false, reason: 'refused' });
    expect(JSON.stringify(outcome)).not.toContain('secret"');
  });
});

describe('client credentials', () => {
  const oauth: AuthScheme = {
    id: 'oauth',
    kind: 'oauth2ClientCredentials',
    tokenUrl: 'https://auth.example.com/token',
    scopes: ['read', 'write'],
    clientIdSecret: 'CLIENT',
    clientSecretSecret: 'CLIENT_SECRET',
  };
  const setup = { auth: [oauth], security: [['oauth']] };

  /** A token endpoint and an API that takes the newest token only. */
  function authorizationServer({ expiresIn = 3600 as unknown, basicOnly = true, valid = 1 } = {}) {
    const asked: { authorization: string | null; form: string }[] = [];
    let issued = 0;
    const fetchBoth = async (request: Request) => {
      if (request.url !== oauth.tokenUrl) {
        const isValid =
          request.headers.get('Authorization') === `Bearer token-number-${Math.max(valid, issued)}`;
        return new Response(isValid ? 'ok' : 'no', { status: isValid ? 200 : 401 });
      }
      const authorization = request.headers.get('Authorization');
      asked.push({ authorization, form: await request.text() });
      if (!basicOnly && authorization !== null)
        return Response.json({ error: 'invalid_client' }, { status: 401 });
      issued += 1;
      return Response.json({ access_token: `token-number-${issued}`, expires_in: expiresIn });
    };
    return { asked, fetch: fetchBoth };
  }

  test('get a token once and use it while it lives', async () => {
    const server = authorizationServer();
    const tokens = new Map();
    for (let call = 0; call < 3; call += 1) {
      const { outcome } = await exchange({}, { upstream: setup, fetch: server.fetch, tokens });
      expect(outcome).toMatchObject({ ok: true, response: { status: 200 } });
    }
    const id = Buffer.from('client%20id:client%26secret').toString('base64');
    expect(server.asked).toEqual([
      { authorization: `Basic ${id}`, form: 'grant_type=client_credentials&scope=read+write' },
    ]);
  });

  test('are sent in the form where the header is refused', async () => {
    const server = authorizationServer({ basicOnly: false });
    const { outcome } = await exchange({}, { upstream: setup, fetch: server.fetch });
    expect(outcome.ok).toBe(true);
    expect(server.asked[1]).toEqual({
      authorization: null,
      form: 'grant_type=client_credentials&scope=read+write&client_id=client+id&client_secret=client%26secret',
    });
  });

  test('get a new token when the old one is about to expire', async () => {
    const server = authorizationServer({ expiresIn: 20 });
    const tokens = new Map();
    await exchange({}, { upstream: setup, fetch: server.fetch, tokens });
    await exchange({}, { upstream: setup, fetch: server.fetch, tokens });
    expect(server.asked).toHaveLength(2);
  });

  test('get a new token once when the API refuses the old one', async () => {
    const server = authorizationServer({ valid: 2 });
    const { outcome, sent } = await exchange(
      { method: 'POST', body: 'x' },
      { upstream: setup, fetch: server.fetch },
    );
    expect(outcome).toMatchObject({ ok: true, response: { status: 200 } });
    expect(sent).toHaveLength(4);
    const stubborn = authorizationServer({ valid: 9 });
    const second = await exchange({}, { upstream: setup, fetch: stubborn.fetch });
    expect(second.outcome).toMatchObject({ ok: true, response: { status: 401 } });
    expect(second.sent).toHaveLength(4);
  });

  test('never share a token between different secrets', async () => {
    const server = authorizationServer();
    const tokens = new Map();
    await exchange({}, { upstream: setup, fetch: server.fetch, tokens });
    await exchange(
      {},
      { upstream: setup, fetch: server.fetch, tokens, secrets: () => 'another secret' },
    );
    expect(server.asked).toHaveLength(2);
  });

  test.each<[string, () => Response, string]>([
    [
      'a refusal',
      () => Response.json({ error: 'invalid_scope' }, { status: 403 }),
      'status 403 (invalid_scope)',
    ],
    ['a page', () => new Response('<html>'), 'without an access token'],
    ['a huge answer', () => new Response('x'.repeat(100_000)), 'without an access token'],
  ])('that meet %s fail as authFailed', async (_, answer, message) => {
    const { outcome } = await exchange({}, { upstream: setup, fetch: async () => answer() });
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'authFailed',
      message: expect.stringContaining(message),
    });
  });
});

describe('an upstream that', () => {
  test('is down is unreachable, and no key of the address is told', async () => {
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

  test('is slow is given up, even if it ignores the signal', async () => {
    const hangs = async () => await new Promise<Response>(() => {});
    const { outcome, sent } = await exchange({}, { upstream: { timeoutMs: 20 }, fetch: hangs });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test('stops in the middle of its answer is given up', async () => {
    const drips = async () =>
      new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array([1])) }));
    const { outcome } = await exchange({}, { upstream: { timeoutMs: 20 }, fetch: drips });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
  });

  test('is not needed any more is let go', async () => {
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
    'answers %d is not followed, and tells where to',
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

  test('a guard refuses is refused with the reason that the guard gives', async () => {
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

test('an answer comes back with its status and headers, without cookies', async () => {
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

test('secrets that an upstream echoes are blanked in headers and bodies, across pieces', async () => {
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
