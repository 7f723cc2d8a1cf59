import { describe, expect, test } from 'vitest';

import { createOauthSend } from '#app/mcp-client/oauth/create-oauth-send.ts';
import { dropFactsFrom } from '#app/mcp-client/oauth/oauth-steps.ts';
import { parseChallenge } from '#app/mcp-client/oauth/parse-challenge.ts';

import {
  fakeAuthority,
  ISSUER,
  METADATA,
  RESOURCE_METADATA,
  SERVER,
  withMembers,
} from './fake-authority.ts';
import { ALL_STEPS, runSteps } from './run-steps.ts';

describe('challenges', () => {
  test.each([
    [
      'Bearer realm="OAuth", resource_metadata="https://a.example/x?a=1,b", scope="a b"',
      { resourceMetadata: 'https://a.example/x?a=1,b', scope: 'a b' },
    ],
    [
      'bearer error=invalid_token,error_description="say \\"please\\""',
      { error: 'invalid_token', errorDescription: 'say "please"' },
    ],
    ['Basic realm="x", Bearer scope=read', { scope: 'read' }],
    ['Bearer scope=read, Basic realm="x", scope="write"', { scope: 'read' }],
    ['Bearer', { scope: null, resourceMetadata: null }],
    ['Bearer x_scope="no", scope="yes"', { scope: 'yes' }],
  ])('%s', (header, expected) => {
    expect(parseChallenge(header)).toMatchObject(expected);
  });

  test.each([null, '', 'Basic realm="Bearer scope=x"', 'DPoP algs="ES256"'])(
    'no bearer in %s',
    (header) => {
      expect(parseChallenge(header)).toBeNull();
    },
  );
});

describe('discovery', () => {
  test('without a challenge the well-known addresses are tried, the longer first', async () => {
    const { send, asked } = fakeAuthority({
      [RESOURCE_METADATA]: () => new Response(null, { status: 404 }),
    });
    const { facts, outcome } = await runSteps(send, ['resource']);
    expect(asked.map(({ url }) => url)).toEqual([
      RESOURCE_METADATA,
      'https://notes.example/.well-known/oauth-protected-resource',
    ]);
    expect(facts.resource?.authorization_servers).toEqual(['https://notes.example']);
    expect(outcome?.findings).toContainEqual(expect.objectContaining({ verdict: 'warn' }));
  });

  test('an issuer with a path is looked for in all three places', async () => {
    const issuer = `${ISSUER}/tenant`;
    const { send, asked } = fakeAuthority();
    const { problem } = await runSteps(send, ['server'], { settings: { issuer } });
    expect(asked.map(({ url }) => url)).toEqual([
      `${ISSUER}/.well-known/oauth-authorization-server/tenant`,
      `${ISSUER}/.well-known/openid-configuration/tenant`,
      `${ISSUER}/tenant/.well-known/openid-configuration`,
    ]);
    expect(problem?.reason).toBe('bad-answer');
  });

  test('a step that comes too early says what is missing', async () => {
    const { send, asked } = fakeAuthority();
    for (const id of [
      'server',
      'client',
      'request',
      'callback',
      'token',
      'use',
      'refresh',
    ] as const) {
      const { problem } = await runSteps(send, [id]);
      expect(problem, id).toMatchObject({
        reason: 'missing-step',
        message: expect.stringMatching(/^(First|Nothing)/),
      });
    }
    expect(asked).toEqual([]);
  });
});

describe('registration', () => {
  test('our own document is preferred, and needs no request', async () => {
    const { send, asked } = fakeAuthority();
    const { facts } = await runSteps(send, ['resource', 'server', 'client']);
    expect(facts.client).toMatchObject({ source: 'document', secret: null });
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('a document that only this machine can read is not named to anybody', async () => {
    const { send, asked } = fakeAuthority();
    const settings = {
      clientDocument: 'http://localhost:5173/client/oauth-client.json',
      redirectUri: 'http://localhost:5173/client/callback',
    };
    const { facts } = await runSteps(send, ['resource', 'server', 'client'], { settings });
    expect(facts.client).toMatchObject({ id: 'registered-1', source: 'dynamic', issuer: ISSUER });
    expect(await asked.at(-1)?.json()).toMatchObject({
      redirect_uris: ['http://localhost:5173/client/callback'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    });
  });

  test('an own client comes before all others', async () => {
    const { send } = fakeAuthority();
    const settings = { clientId: 'mine', clientSecret: 'secret' };
    const { facts } = await runSteps(send, ['resource', 'server', 'client'], { settings });
    expect(facts.client).toMatchObject({ id: 'mine', secret: 'secret', source: 'own' });
  });
});

describe('the authorization request', () => {
  test('carries PKCE, state, resource and the scopes of the challenge', async () => {
    const { send } = fakeAuthority();
    const { facts } = await runSteps(send, [
      'challenge',
      'resource',
      'server',
      'client',
      'request',
    ]);
    const url = new URL(facts.request?.url ?? '');
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'read',
      resource: SERVER,
      code_challenge_method: 'S256',
      redirect_uri: 'https://builder.example/client/callback',
    });
    const { verifier = '', state } = facts.request ?? {};
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const challenge = Buffer.from(digest).toString('base64url');
    expect(url.searchParams.get('code_challenge')).toBe(challenge);
    expect(url.searchParams.get('state')).toBe(state);
    expect(url.href).not.toContain(verifier);
  });

  test.each([
    ['the person’s scopes', { scope: 'mine' }, {}, 'mine'],
    ['those of the metadata', {}, {}, 'read write'],
    [
      'offline access where it is known',
      {},
      { scopes_supported: ['offline_access'] },
      'read write offline_access',
    ],
  ])('asks for %s', async (_name, settings, over, scope) => {
    const { send } = fakeAuthority(withMembers(METADATA, over));
    const { facts } = await runSteps(send, ['resource', 'server', 'client', 'request'], {
      settings,
    });
    expect(new URL(facts.request?.url ?? '').searchParams.get('scope')).toBe(scope);
  });

  test('keeps the query of the endpoint, and drops its fragment', async () => {
    const over = withMembers(METADATA, { authorization_endpoint: `${ISSUER}/go?tenant=1#x` });
    const { facts } = await runSteps(fakeAuthority(over).send, [
      'resource',
      'server',
      'client',
      'request',
    ]);
    expect(facts.request?.url).toMatch(/\/go\?tenant=1&response_type=code&[^#]+$/);
  });
});

describe('tokens', () => {
  const own = { clientId: 'me:1', clientSecret: 'a b+/%' };

  test.each([
    ['client_secret_basic', { authorization: `Basic ${btoa('me%3A1:a+b%2B%2F%25')}` }, {}],
    ['client_secret_post', {}, { client_id: 'me:1', client_secret: 'a b+/%' }],
    ['none', {}, { client_id: 'me:1' }],
  ] as const)('the client proves itself by %s', async (method, headers, form) => {
    const { send, asked } = fakeAuthority();
    const { problem } = await runSteps(send, ALL_STEPS, { settings: { ...own, method } });
    expect(problem).toBeNull();
    const request = asked.at(-1);
    const sent = Object.fromEntries(new URLSearchParams(await request?.text()));
    expect(sent).toMatchObject({ ...form, grant_type: 'authorization_code', resource: SERVER });
    expect(sent.client_secret).toBe('client_secret' in form ? form.client_secret : undefined);
    expect(request?.headers.get('authorization')).toBe(
      'authorization' in headers ? headers.authorization : null,
    );
  });

  test('a secret goes in the strongest way that the server has', async () => {
    const over = withMembers(METADATA, {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
    });
    const { send, asked } = fakeAuthority(over);
    await runSteps(send, ALL_STEPS, { settings: own });
    expect(await asked.at(-1)?.text()).toContain('client_secret=');
  });

  test('a refresh keeps the refresh token that is not replaced', async () => {
    const { send, asked } = fakeAuthority({
      [`${ISSUER}/token`]: { access_token: 'access-2', token_type: 'bearer' },
    });
    const tokens = {
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      scope: 'read',
      expiresAt: null,
      issuer: ISSUER,
    };
    const steps = ['resource', 'server', 'client', 'refresh'] as const;
    const { facts } = await runSteps(send, steps, { facts: { tokens } });
    expect(facts.tokens).toMatchObject({
      accessToken: 'access-2',
      refreshToken: 'refresh-1',
      scope: 'read',
    });
    expect(await asked.at(-1)?.text()).toContain('refresh_token=refresh-1');
    const moved = { ...tokens, issuer: 'https://old.example' };
    const { problem } = await runSteps(send, steps, { facts: { tokens: moved } });
    expect(problem?.reason).toBe('issuer-mismatch');
  });

  test('a client of another authorization server is not shown to this one', async () => {
    const { send, asked } = fakeAuthority();
    const { facts } = await runSteps(send, ALL_STEPS, { settings: own });
    const client = {
      ...facts.client,
      id: 'me',
      secret: 's',
      method: null,
      source: 'own' as const,
      issuer: 'https://old.example',
    };
    const before = asked.length;
    const { problem } = await runSteps(send, ['token'], {
      facts: { ...facts, client, code: 'code-2' },
    });
    expect(problem?.reason).toBe('wrong-client');
    const prepared = await runSteps(send, ['request'], { facts: { ...facts, client } });
    expect(prepared.problem?.reason).toBe('wrong-client');
    expect(asked).toHaveLength(before);
  });

  test('a code is not sent to another server than the one that gave it', async () => {
    const { send, asked } = fakeAuthority();
    const { facts } = await runSteps(send, [...ALL_STEPS.slice(0, -1)]);
    const issuer = 'https://moved.example';
    const server = { ...facts.server, issuer, token_endpoint: `${issuer}/token` };
    const client = { id: 'me', secret: null, method: null, source: 'own' as const, issuer };
    const before = asked.length;
    const { problem } = await runSteps(send, ['token'], { facts: { ...facts, server, client } });
    expect(problem?.reason).toBe('issuer-mismatch');
    expect(asked).toHaveLength(before);
  });
});

test('the server’s word about a token is told: fine, refused, or for more scopes', async () => {
  const answers = [
    new Response(null, { status: 200 }),
    new Response(null, {
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
    new Response(null, {
      status: 403,
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' },
    }),
  ];
  const { send, asked } = fakeAuthority({ [SERVER]: () => answers.shift() ?? new Response(null) });
  const tokens = {
    accessToken: 't',
    refreshToken: null,
    scope: null,
    expiresAt: null,
    issuer: ISSUER,
  };
  const settings = { headers: { authorization: 'Bearer own', 'x-team': '1' } };
  const codes = [];
  for (let at = 0; at < 3; at += 1) {
    const { problem } = await runSteps(send, ['use'], { facts: { tokens }, settings });
    codes.push(problem?.code);
  }
  expect(codes).toEqual([undefined, 'invalid_token', 'insufficient_scope']);
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer t');
  expect(asked[0]?.headers.get('x-team')).toBe('1');
});

describe('ways to send', () => {
  const refused = new Response('{"detail":"That is inside."}', {
    status: 403,
    headers: { 'x-mcp-relay': 'refused', 'content-type': 'application/problem+json' },
  });

  test.each([
    ['answers for the browser', Response.json({ a: 1 }), { response: { status: 200 } }],
    ['refuses', refused, { response: null, error: 'The relay refused: That is inside.' }],
  ])('the relay %s', async (_name, relayed, expected) => {
    const asked: Request[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      asked.push(new Request(new URL(url, 'https://builder.example'), init));
      if (!url.startsWith('/')) throw new TypeError('Failed to fetch');
      return relayed;
    };
    const send = createOauthSend({ fetch, relayUrl: '/api/relay', route: 'auto' });
    const headers = { accept: 'application/json', authorization: 'Basic eA==' };
    const url = `${ISSUER}/token`;
    const exchanges = await send({ method: 'POST', url, headers, body: 'a=1' });
    expect(exchanges).toMatchObject([
      { route: 'direct', response: null },
      { route: 'relay', url, ...expected },
    ]);
    const [direct, relay] = asked;
    expect(direct).toMatchObject({ credentials: 'omit', redirect: 'error' });
    expect(relay?.headers.get('authorization')).toBeNull();
    expect(relay?.headers.get('x-mcp-header-authorization')).toBe('Basic eA==');
    expect(relay?.headers.get('x-mcp-target')).toBe(url);
  });
});

test('a step that is made again makes later facts void, and no earlier ones', async () => {
  const { facts } = await runSteps(fakeAuthority().send, ALL_STEPS);
  expect(dropFactsFrom(facts, 'client')).toMatchObject({
    resource: facts.resource,
    server: facts.server,
    client: null,
    request: null,
    tokens: null,
  });
  expect(dropFactsFrom(facts, 'refresh')).toEqual(facts);
});
