import { describe, expect, test } from 'vitest';

import type { AuthScheme } from '#app/runtime/definition.ts';

import { exchange } from './exchange.ts';

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

  test('go into a header, replacing one that a tool sets', async () => {
    const setup = { upstream: { auth: [key('header')], security: [['key']] } };
    const { headers } = await exchange({ headers: [['Api_Key', 'mine']] }, setup);
    expect(headers?.get('api_key')).toBe('key-value-1');
  });

  test.each(['Host', 'Transfer-Encoding', 'Content-Length'])(
    'never go into the header %s, which only the network layer sets',
    async (name) => {
      const scheme: AuthScheme = { id: 'key', kind: 'apiKey', in: 'header', name, secret: 'KEY' };
      const setup = { upstream: { auth: [scheme], security: [['key']] } };
      const { outcome, sent } = await exchange({}, setup);
      expect(outcome).toMatchObject({ ok: false, reason: 'refused' });
      expect(sent).toEqual([]);
    },
  );

  test('go into the query and leave the rest of it unchanged', async () => {
    const setup = { upstream: { auth: [key('query')], security: [['key']] } };
    expect((await exchange({ path: '/pets?a=b%20c' }, setup)).url).toBe(
      'https://api.example.com/v1/pets?a=b%20c&api_key=key-value-1',
    );
    expect((await exchange({}, setup)).url).toBe(
      'https://api.example.com/v1/pets?api_key=key-value-1',
    );
  });

  test('go into a cookie, after those of the tool', async () => {
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

  test('are not sent if the action asks for none or makes them optional', async () => {
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
  const tokenUrl = 'https://auth.example.com/token';
  const oauth: AuthScheme = {
    id: 'oauth',
    kind: 'oauth2ClientCredentials',
    tokenUrl,
    scopes: ['read', 'write'],
    clientIdSecret: 'CLIENT',
    clientSecretSecret: 'CLIENT_SECRET',
  };
  const setup = { auth: [oauth], security: [['oauth']] };

  /** A token endpoint and an API that takes the newest token only. */
  function authorizationServer({ expiresIn = 3600, basicOnly = true, valid = 1 } = {}) {
    const asked: { authorization: string | null; form: string }[] = [];
    let issued = 0;
    const fetchBoth = async (request: Request) => {
      if (request.url !== tokenUrl) {
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

  test('are sent in the form if the header is rejected', async () => {
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

  test('get a new token once when the API rejects the old one', async () => {
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

  test('are redacted if the token endpoint echoes them', async () => {
    const { outcome } = await exchange(
      {},
      {
        upstream: setup,
        fetch: async () => Response.json({ error: 'bad client&secret' }, { status: 403 }),
      },
    );
    expect(outcome).toMatchObject({ ok: false, reason: 'authFailed' });
    expect(JSON.stringify(outcome)).toContain('[redacted]');
    expect(JSON.stringify(outcome)).not.toContain('client&secret');
  });

  test('are requested only as long as the call lasts', async () => {
    const caller = new AbortController();
    const asked: Request[] = [];
    const fetchNever = (request: Request) => {
      asked.push(request);
      caller.abort();
      return new Promise<Response>(() => {});
    };
    const { outcome } = await exchange(
      {},
      { upstream: setup, fetch: fetchNever, signal: caller.signal },
    );
    expect(outcome).toMatchObject({ ok: false, reason: 'cancelled' });
    expect(asked[0]?.signal.aborted).toBe(true);
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
