import { expect, test } from 'vitest';

import { imported, openapi, swagger } from './imported.ts';

const PATHS = { '/a': { get: {} } };

async function upstreamOf(securitySchemes: object, security: unknown, rest: object = {}) {
  const { blueprint, warnings } = await imported(
    openapi(PATHS, { security, components: { securitySchemes }, ...rest }),
  );
  const [upstream] = blueprint.upstreams;
  return {
    auth: upstream?.auth,
    security: upstream?.security,
    secrets: blueprint.secrets,
    warnings,
  };
}

test('API keys, basic and bearer become authentication with named secrets', async () => {
  const { auth, security, secrets, warnings } = await upstreamOf(
    {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'From **the** portal.' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      basicAuth: { type: 'http', scheme: 'Basic' },
      BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
    [{ apiKey: [] }, { query: [], cookie: [] }, { basicAuth: [] }, { BearerAuth: [] }],
  );
  expect(auth).toEqual([
    { id: 'apiKey', kind: 'apiKey', in: 'header', name: 'X-Key', secret: 'TEST_API_KEY' },
    { id: 'query', kind: 'apiKey', in: 'query', name: 'key', secret: 'TEST_QUERY_KEY' },
    { id: 'cookie', kind: 'apiKey', in: 'cookie', name: 'sid', secret: 'TEST_COOKIE_KEY' },
    {
      id: 'basicAuth',
      kind: 'basic',
      usernameSecret: 'TEST_BASIC_AUTH_USERNAME',
      passwordSecret: 'TEST_BASIC_AUTH_PASSWORD',
    },
    { id: 'BearerAuth', kind: 'bearer', secret: 'TEST_BEARER_AUTH_TOKEN' },
  ]);
  expect(security).toEqual([['apiKey'], ['query', 'cookie'], ['basicAuth'], ['BearerAuth']]);
  expect(secrets).toHaveLength(6);
  expect(secrets[0]).toEqual({
    name: 'TEST_API_KEY',
    scope: 'server',
    description: 'From **the** portal. Sent as the header X-Key.',
  });
  expect(warnings).toEqual([]);
});

test('OAuth gives a connection, client credentials, and a token for who has one', async () => {
  const flows = {
    clientCredentials: { tokenUrl: '/oauth/token', scopes: { read: 'r', write: 'w', admin: 'a' } },
    authorizationCode: {
      authorizationUrl: 'https://api.test/login',
      tokenUrl: 'https://api.test/t',
      scopes: {},
    },
  };
  const { auth, security, secrets, warnings } = await upstreamOf(
    { oauth: { type: 'oauth2', flows } },
    [{ oauth: ['read', 'write', 'unknown'] }, {}],
  );
  expect(auth).toEqual([
    {
      id: 'oauth_code',
      kind: 'oauth2AuthorizationCode',
      authorizationUrl: 'https://api.test/login',
      tokenUrl: 'https://api.test/t',
      scopes: ['read', 'write', 'unknown'],
      clientIdSecret: 'TEST_OAUTH_CLIENT_ID',
      clientSecretSecret: 'TEST_OAUTH_CLIENT_SECRET',
      refreshTokenSecret: 'TEST_OAUTH_REFRESH_TOKEN',
    },
    {
      id: 'oauth',
      kind: 'oauth2ClientCredentials',
      tokenUrl: 'https://api.test/oauth/token',
      scopes: ['read', 'write'],
      clientIdSecret: 'TEST_OAUTH_CLIENT_ID',
      clientSecretSecret: 'TEST_OAUTH_CLIENT_SECRET',
    },
    { id: 'oauth_token', kind: 'bearer', secret: 'TEST_OAUTH_TOKEN' },
  ]);
  // Who has connected it calls as that person, although the client's own credentials are set as well.
  expect(security).toEqual([['oauth_code'], ['oauth'], ['oauth_token'], []]);
  expect(secrets.map(({ name }) => name)).toEqual([
    'TEST_OAUTH_CLIENT_ID',
    'TEST_OAUTH_CLIENT_SECRET',
    'TEST_OAUTH_REFRESH_TOKEN',
    'TEST_OAUTH_TOKEN',
  ]);
  expect(warnings).toEqual([]);
});

test('a flow that the server cannot go through needs a token from elsewhere', async () => {
  const implicit = { authorizationUrl: 'https://api.test/login', scopes: {} };
  const { auth, warnings } = await upstreamOf(
    {
      oauth: { type: 'oauth2', flows: { implicit } },
      half: { type: 'oauth2', flows: { authorizationCode: { ...implicit, tokenUrl: 'ftp://x' } } },
    },
    [{ oauth: [] }, { half: [] }],
  );
  expect(auth).toEqual([
    { id: 'oauth', kind: 'bearer', secret: 'TEST_OAUTH_TOKEN' },
    { id: 'half', kind: 'bearer', secret: 'TEST_HALF_TOKEN' },
  ]);
  expect(warnings[0]?.message).toMatch(/cannot sign people in \(implicit of "oauth"\)/);
  expect(warnings[1]?.message).toMatch(/cannot sign people in \(authorizationCode of "half"\)/);
});

test('OpenID Connect needs a token and says where it comes from', async () => {
  const url = 'https://id.test/.well-known/openid-configuration';
  const { auth, secrets, warnings } = await upstreamOf(
    { oidc: { type: 'openIdConnect', openIdConnectUrl: url } },
    [{ oidc: [] }],
  );
  expect(auth).toEqual([{ id: 'oidc', kind: 'bearer', secret: 'TEST_OIDC_TOKEN' }]);
  expect(secrets[0]?.description).toContain(url);
  expect(warnings[0]?.path).toBe('$.components.securitySchemes.oidc');
});

test('Swagger’s schemes and names of flows are read', async () => {
  const { blueprint } = await imported(
    swagger(PATHS, {
      security: [{ b: [] }, { app: ['x'] }, { code: [] }],
      securityDefinitions: {
        b: { type: 'basic' },
        app: {
          type: 'oauth2',
          flow: 'application',
          tokenUrl: 'https://api.test/t',
          scopes: { x: '' },
        },
        code: {
          type: 'oauth2',
          flow: 'accessCode',
          authorizationUrl: 'https://api.test/a',
          tokenUrl: 'https://api.test/t',
        },
      },
    }),
  );
  const kinds = blueprint.upstreams[0]?.auth.map(({ id, kind }) => `${id} ${kind}`);
  expect(kinds).toEqual([
    'b basic',
    'app oauth2ClientCredentials',
    'code oauth2AuthorizationCode',
    'code_token bearer',
  ]);
});

test('an operation may need no authentication, or another scheme', async () => {
  const { blueprint } = await imported(
    openapi(
      { '/a': { get: {}, post: { security: [] }, put: { security: [{ two: [] }, {}] } } },
      {
        security: [{ one: [] }],
        components: {
          securitySchemes: {
            one: { type: 'http', scheme: 'bearer' },
            two: { type: 'http', scheme: 'bearer' },
            unused: { type: 'http', scheme: 'bearer' },
          },
        },
      },
    ),
  );
  const security = blueprint.tools.map(({ action }) => action.kind === 'http' && action.security);
  expect(security).toEqual([undefined, [], [['two'], []]]);
  expect(blueprint.upstreams[0]?.auth.map(({ id }) => id)).toEqual(['one', 'two']);
  expect(blueprint.secrets).toHaveLength(2);
});

test('schemes that are never assigned are optional for every call', async () => {
  const { security, warnings } = await upstreamOf(
    { one: { type: 'http', scheme: 'bearer' } },
    undefined,
  );
  expect(security).toEqual([['one'], []]);
  expect(warnings[0]?.message).toMatch(/No operation says which/);
});

test('unsupported schemes are left out with a warning', async () => {
  const { auth, security, warnings } = await upstreamOf(
    {
      tls: { type: 'mutualTLS' },
      digest: { type: 'http', scheme: 'digest' },
      broken: { type: 'apiKey', in: 'body', name: 'x' },
      ok: { type: 'http', scheme: 'bearer' },
    },
    [{ tls: [] }, { digest: [] }, { broken: [] }, { missing: [] }, { ok: [] }],
  );
  expect(auth).toHaveLength(1);
  expect(security).toEqual([['ok']]);
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/mutualTLS/),
    expect.stringMatching(/"digest" is not supported/),
    expect.stringMatching(/does not say where it is sent/),
    expect.stringMatching(/no security scheme named "missing"/),
  ]);
});

test('names of secrets are names of environment variables in any script', async () => {
  const { blueprint } = await imported(
    openapi(PATHS, {
      info: { title: '1 – 宠物 API', version: '1' },
      security: [{ 'ключ 1': [] }, { 'ключ 2': [] }, { 'a.b-c': [] }, { a_b_c: [] }],
      components: {
        securitySchemes: Object.fromEntries(
          ['ключ 1', 'ключ 2', 'a.b-c', 'a_b_c'].map((name) => [
            name,
            { type: 'http', scheme: 'bearer' },
          ]),
        ),
      },
    }),
  );
  const names = blueprint.secrets.map(({ name }) => name);
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9_]{0,63}$/);
});
