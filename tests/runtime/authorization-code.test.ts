import { expect, test } from 'vitest';

import type { AuthScheme } from '#app/runtime/definition.ts';
import {
  createVerifier,
  exchangeCode,
  toAuthorizationUrl,
} from '#app/runtime/upstream/authorization-code.ts';
import type { OAuthClient } from '#app/runtime/upstream/token-request.ts';
import { createUserTokens, type UserTokensOptions } from '#app/runtime/upstream/user-tokens.ts';

import { OAuthServer, type OAuthRegistration } from '../fakes/oauth-server.ts';
import { exchange } from './exchange.ts';

const REDIRECT = 'https://builder.example.com/connect/callback';
const TOKEN_URL = 'https://id.example.com/token';

const scheme = {
  id: 'login',
  kind: 'oauth2AuthorizationCode',
  authorizationUrl: 'https://id.example.com/authorize?prompt=consent',
  tokenUrl: TOKEN_URL,
  scopes: ['read', 'offline access'],
  clientIdSecret: 'CLIENT',
  clientSecretSecret: 'CLIENT_SECRET',
  refreshTokenSecret: 'REFRESH',
} as const satisfies AuthScheme;

/** An authorization server, one of its clients, and the way to both. */
function setUp(given: Partial<OAuthRegistration> = {}) {
  const server = new OAuthServer();
  const client = server.register({ redirectUris: [REDIRECT], ...given });
  const send = async (request: Request) => {
    const { status, headers, body } = await server.answer(request);
    return new Response(body, { status, headers });
  };
  return { server, client, send };
}

function toClient({ id, secret }: OAuthRegistration): OAuthClient {
  return { id, secret: secret ?? undefined };
}

/** Sends the person to the authorization endpoint; the query that they come back with. */
async function authorizeBy(
  { client, send }: ReturnType<typeof setUp>,
  verifier: string,
  change: (url: URL) => void = () => {},
): Promise<URLSearchParams> {
  const request = { clientId: client.id, redirectUri: REDIRECT, state: 'a state', verifier };
  const url = new URL(await toAuthorizationUrl(scheme, request));
  change(url);
  const answer = await send(new Request(url));
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`not sent back: ${answer.status}`);
  return new URL(location).searchParams;
}

/** A connection of its own: the refresh token that it ends with. */
async function connect(given: ReturnType<typeof setUp>): Promise<string> {
  const verifier = createVerifier();
  const code = (await authorizeBy(given, verifier)).get('code') ?? '';
  const grant = { code, redirectUri: REDIRECT, verifier };
  const got = await exchangeCode(given.send, TOKEN_URL, toClient(given.client), grant);
  if (!got.ok) throw new Error(got.message);
  return got.refreshToken;
}

/** An upstream's tool calls with a connection, in a process of its own. */
async function open(given: ReturnType<typeof setUp>, more: Partial<UserTokensOptions> = {}) {
  const refreshToken = await connect(given);
  const { id, secret } = given.client;
  const { clientSecretSecret, ...rest } = scheme;
  const auth = secret === null ? rest : { ...rest, clientSecretSecret };
  const values: Record<string, string | undefined> = {
    CLIENT: id,
    CLIENT_SECRET: secret ?? undefined,
    REFRESH: refreshToken,
  };
  const userTokens = createUserTokens({ send: given.send, ...more });
  const call = async (signal?: AbortSignal) => {
    const setup = { upstream: { auth: [auth], security: [['login']] } };
    const fetch = given.send;
    const secrets = (name: string) => values[name];
    const { outcome } = await exchange({}, { ...setup, fetch, secrets, userTokens, signal });
    const text = outcome.ok ? new TextDecoder().decode(outcome.response.body) : outcome.message;
    return { outcome, text };
  };
  return { call, values, refreshes: () => given.server.asked.slice(1) };
}

test('a person is sent to the endpoint with PKCE, and the code buys a refresh token', async () => {
  const given = setUp();
  const verifier = createVerifier();
  const query = await authorizeBy(given, verifier, (url) => {
    expect(url.searchParams.get('prompt')).toBe('consent');
    expect(url.searchParams.get('scope')).toBe('read offline access');
    expect(url.href).not.toContain(verifier);
  });
  expect(query.get('state')).toBe('a state');
  const grant = { code: query.get('code') ?? '', redirectUri: REDIRECT, verifier };
  const got = await exchangeCode(given.send, TOKEN_URL, toClient(given.client), grant);
  expect(got).toEqual({ ok: true, refreshToken: expect.stringMatching(/^refresh-/) });
  const again = await exchangeCode(given.send, TOKEN_URL, toClient(given.client), grant);
  expect(again).toEqual({
    ok: false,
    message: 'The token endpoint at id.example.com refused the code: status 400 (invalid_grant).',
  });
  // What is refused for good is not sent in the other form as well.
  expect(given.server.asked).toHaveLength(2);
});

test.each<[string, Partial<OAuthRegistration>]>([
  ['a public client', { secret: null }],
  ['a client that sends its secret in the form', { takesBasic: false }],
])('%s connects and refreshes', async (_, client) => {
  const { call } = await open(setUp(client));
  expect((await call()).outcome).toMatchObject({ ok: true, response: { status: 200 } });
});

test('another verifier, client, or redirect address buys nothing', async () => {
  const given = setUp();
  const verifier = createVerifier();
  const redeem = async (change: object, client = toClient(given.client)) => {
    const code = (await authorizeBy(given, verifier)).get('code') ?? '';
    const grant = { code, redirectUri: REDIRECT, verifier, ...change };
    return (await exchangeCode(given.send, TOKEN_URL, client, grant)).ok;
  };
  expect(await redeem({ verifier: createVerifier() })).toBe(false);
  expect(await redeem({ redirectUri: `${REDIRECT}/` })).toBe(false);
  expect(await redeem({}, toClient(given.server.register()))).toBe(false);
  expect(await redeem({}, { id: given.client.id, secret: undefined })).toBe(false);
  expect(await redeem({})).toBe(true);
});

test('an authorization without PKCE, or to a foreign address, gives no code', async () => {
  const given = setUp();
  const query = await authorizeBy(given, createVerifier(), ({ searchParams }) =>
    searchParams.set('code_challenge_method', 'plain'),
  );
  expect(query.get('error')).toBe('invalid_request');
  const foreign = ({ searchParams }: URL) => searchParams.set('redirect_uri', 'https://evil.test/');
  await expect(authorizeBy(given, createVerifier(), foreign)).rejects.toThrow('not sent back: 400');
});

test('an API that gives no refresh token is explained', async () => {
  const given = setUp({ givesRefreshTokens: false });
  await expect(connect(given)).rejects.toThrow(/no refresh token.*offline_access/);
});

test('one refresh serves all calls while the token lives, and those that come at once', async () => {
  const { call, refreshes } = await open(setUp());
  const calls = await Promise.all([call(), call(), call()]);
  for (const { outcome } of [...calls, await call()]) {
    expect(outcome).toMatchObject({ ok: true, response: { status: 200 } });
  }
  expect(refreshes()).toEqual([expect.objectContaining({ grant: 'refresh_token', error: null })]);
});

test('a token that the API rejects is renewed once, also by calls that come at once', async () => {
  const given = setUp();
  const { call, refreshes } = await open(given);
  await call();
  given.server.end(given.client.id, false);
  const calls = await Promise.all([call(), call(), call()]);
  for (const { outcome } of calls) expect(outcome).toMatchObject({ response: { status: 200 } });
  expect(refreshes()).toHaveLength(2);
});

test('a replaced refresh token is kept, used, and handed to whoever stores it', async () => {
  const given = setUp({ expiresIn: 1 });
  const replaced: string[][] = [];
  const { call, values, refreshes } = await open(given, {
    save: async (_, ...pair) => {
      replaced.push(pair);
    },
  });
  const first = values['REFRESH'];
  for (let time = 0; time < 3; time += 1) {
    expect((await call()).outcome).toMatchObject({ ok: true, response: { status: 200 } });
  }
  expect(refreshes()).toHaveLength(3);
  expect([first, ...replaced.map(([, to]) => to)].slice(0, 3)).toEqual(
    replaced.map(([from]) => from),
  );
  // Whoever reads the stored one from now on goes on with it.
  values['REFRESH'] = replaced.at(-1)?.[1];
  expect((await call()).outcome).toMatchObject({ response: { status: 200 } });
});

test('a connection that has ended says so, and the endpoint is not asked again', async () => {
  const given = setUp();
  const { call, refreshes } = await open(given);
  given.server.end(given.client.id, true);
  for (let time = 0; time < 2; time += 1) {
    const { outcome, text } = await call();
    expect(outcome).toMatchObject({ ok: false, reason: 'authFailed' });
    expect(text).toBe(
      'api has to be connected again. The token endpoint at id.example.com refused the refresh token: status 400 (invalid_grant).',
    );
  }
  expect(refreshes()).toHaveLength(1);
});

test('without a refresh token the call says that the API is not connected', async () => {
  const { call, values } = await open(setUp());
  values['REFRESH'] = undefined;
  const { outcome, text } = await call();
  expect(outcome).toMatchObject({ ok: false, reason: 'secretMissing' });
  expect(text).toBe('Credentials for api are missing: set REFRESH (by connecting the API).');
  values['CLIENT'] = undefined;
  expect((await call()).text).toBe(
    'Credentials for api are missing: set CLIENT and REFRESH (by connecting the API).',
  );
});

test('no secret and no token comes back, whatever the API echoes', async () => {
  const given = setUp();
  const { call, values } = await open(given);
  const { text } = await call();
  expect(text).toContain('[redacted]');
  expect(text).not.toMatch(/access-|refresh-|secret-/);
  expect(text).not.toContain(String(values['CLIENT_SECRET']));
});

test('a call that ends early does not break off the refresh that it began', async () => {
  const given = setUp();
  const caller = new AbortController();
  const answered = Promise.withResolvers<void>();
  const { call, refreshes } = await open(given, {
    send: async (request) => {
      caller.abort();
      await answered.promise;
      request.signal.throwIfAborted();
      return await given.send(request);
    },
  });
  const { outcome } = await call(caller.signal);
  expect(outcome).toMatchObject({ ok: false, reason: 'cancelled' });
  answered.resolve();
  expect((await call()).outcome).toMatchObject({ ok: true, response: { status: 200 } });
  expect(refreshes()).toHaveLength(1);
});
