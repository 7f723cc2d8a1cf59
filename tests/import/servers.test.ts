import { expect, test } from 'vitest';

import { imported, openapi, swagger } from './imported.ts';

const PATHS = { '/a': { get: {} } };

async function baseOf(servers: unknown, url?: string) {
  const { blueprint, warnings } = await imported(openapi(PATHS, { servers }), url ? { url } : {});
  const [upstream] = blueprint.upstreams;
  return {
    baseUrl: upstream?.baseUrl,
    hosts: upstream?.allowedHosts,
    messages: warnings.map(({ message }) => message),
  };
}

test('variables of a server get their defaults, and the alternatives are noted', async () => {
  const { baseUrl, hosts, messages } = await baseOf([
    {
      url: 'https://{region}.api.test:{port}/{base}/',
      variables: {
        region: { default: 'eu', enum: ['eu', 'us'] },
        port: { default: 8443 },
        base: { enum: ['v2', 'v1'] },
      },
    },
  ]);
  expect(baseUrl).toBe('https://eu.api.test:8443/v2');
  expect(hosts).toEqual(['eu.api.test:8443']);
  expect(messages[0]).toMatch(/"region" is fixed to "eu" \(others: us\)/);
});

test('a variable without a default stays in the address, with a warning', async () => {
  const { baseUrl, messages } = await baseOf([{ url: 'https://{your_tenant}.api.test' }]);
  expect(baseUrl).toBe('https://your-tenant.api.test');
  expect(messages[0]).toMatch(/"your_tenant" has no default.*Set the base URL/);
});

test('relative addresses are resolved against the document, with a warning if its address is unknown', async () => {
  const url = 'https://docs.test:8080/specs/api.json';
  expect((await baseOf([{ url: '/v1' }], url)).baseUrl).toBe('https://docs.test:8080/v1');
  expect((await baseOf([{ url: '../v2/' }], url)).baseUrl).toBe('https://docs.test:8080/v2');
  expect((await baseOf([{ url: '//other.test/v3' }], url)).baseUrl).toBe('https://other.test/v3');
  expect((await baseOf(undefined, url)).baseUrl).toBe('https://docs.test:8080');
  const unknown = await baseOf([{ url: '/v1' }]);
  expect(unknown.baseUrl).toBe('https://api.example.com/v1');
  expect(unknown.messages[0]).toMatch(/is relative.*Set the base URL/);
  const other = await baseOf([{ url: '/v1' }, { url: 'https://known.test' }]);
  expect(other.baseUrl).toBe('https://known.test');
  expect((await baseOf(undefined)).messages[0]).toMatch(
    /names no server; https:\/\/api\.example\.com/,
  );
});

test('addresses lose query, fragment and credentials; invalid ones are left out', async () => {
  const { baseUrl, messages } = await baseOf([
    { url: 'wss://socket.test' },
    { url: 5 },
    { url: 'https://user:pass@api.test/v1/?a=b#c' },
  ]);
  expect(baseUrl).toBe('https://api.test/v1');
  expect(messages).toEqual([
    expect.stringMatching(/"wss:\/\/socket.test" is no http/),
    expect.stringMatching(/must have a URL/),
    expect.stringMatching(/no credentials, query or fragment/),
  ]);
  expect((await baseOf([{ url: 'api.test/v1' }])).baseUrl).toBe('https://api.test/v1');
});

test('the first server is called, https before http; the others are listed', async () => {
  const { baseUrl, messages } = await baseOf([
    { url: 'http://api.test/v1' },
    { url: 'https://api.test/v1' },
    { url: 'https://sandbox.test', description: 'Sandbox' },
  ]);
  expect(baseUrl).toBe('https://api.test/v1');
  expect(messages).toEqual([
    expect.stringMatching(/also lists https:\/\/sandbox\.test \(Sandbox\);/),
  ]);
});

test('servers of a path or an operation are separate upstreams', async () => {
  const { blueprint } = await imported(
    openapi({
      '/a': {
        get: {},
        post: { servers: [{ url: 'https://upload.test/u', description: 'Uploads' }] },
      },
      '/b': {
        servers: [{ url: 'https://other.test' }],
        get: {},
        put: { servers: [{ url: 'https://upload.test/u' }] },
      },
      '/c': { get: { servers: [{ url: 'https://api.test/v1' }] } },
    }),
  );
  expect(blueprint.upstreams.map(({ id, baseUrl }) => [id, baseUrl])).toEqual([
    ['api', 'https://api.test/v1'],
    ['upload.test', 'https://upload.test/u'],
    ['other.test', 'https://other.test'],
  ]);
  const used = blueprint.tools.map(({ action }) => action.kind === 'http' && action.upstream);
  expect(used).toEqual(['api', 'upload.test', 'other.test', 'upload.test', 'api']);
});

test('host, basePath and schemes of Swagger make the address', async () => {
  const of = async (rest: object, url?: string) => {
    const text = swagger(PATHS, {
      host: undefined,
      basePath: undefined,
      schemes: undefined,
      ...rest,
    });
    return (await imported(text, url ? { url } : {})).blueprint.upstreams[0]?.baseUrl;
  };
  expect(await of({ host: 'api.test', basePath: '/v2/', schemes: ['http', 'https'] })).toBe(
    'https://api.test/v2',
  );
  expect(await of({ host: 'api.test:81', schemes: ['http'] })).toBe('http://api.test:81');
  expect(await of({ host: 'api.test', basePath: 'v2' })).toBe('https://api.test/v2');
  expect(await of({ basePath: '/v2' }, 'http://docs.test/swagger.json')).toBe(
    'http://docs.test/v2',
  );
  expect(await of({ basePath: '/v2' })).toBe('https://api.example.com/v2');
  expect(await of({ host: 'https://api.test/' })).toBe('https://api.test');
});

test('paths are normalised to valid ones', async () => {
  const { blueprint, warnings } = await imported(
    openapi({
      'pets/{id}': { get: {} },
      '/a#one': { post: {} },
      '/a?x=1': { get: {} },
      'x-ext': {},
    }),
  );
  const paths = blueprint.tools.map(({ action }) => action.kind === 'http' && action.path);
  expect(paths).toEqual(['/pets/{id}', '/a', '/a?x=1']);
  expect(warnings.length).toBeGreaterThanOrEqual(3);
});

test('the address of the document is kept without credentials', async () => {
  const url = 'https://me:secret@docs.test/api.json?v=2&access_token=abc&sig=x';
  const { blueprint } = await imported(openapi(PATHS), { url });
  expect(blueprint.sources[0]?.url).toBe('https://docs.test/api.json?v=2');
  expect(JSON.stringify(blueprint)).not.toMatch(/secret@|abc/);
});

const SCHEMES = {
  securitySchemes: {
    api_key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'The key.' },
    login: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://api.test/token', scopes: { read: '' } } },
    },
  },
};

test('a credential is for the first host; a further one has secrets of its own', async () => {
  const { blueprint, warnings } = await imported(
    openapi(
      {
        '/a': { get: {}, post: { servers: [{ url: 'https://upload.test/u' }] } },
        '/b': {
          get: {
            servers: [{ url: 'https://upload.test:8443/u' }],
            security: [{ login: ['read'] }],
          },
          put: { servers: [{ url: 'https://api.test/v2' }] },
          delete: { servers: [{ url: 'http://api.test/v1' }] },
        },
      },
      { components: SCHEMES, security: [{ api_key: [] }] },
    ),
  );
  const [main, ...others] = blueprint.upstreams;
  const secretOf = (index: number) => {
    const [scheme] = others[index]?.auth ?? [];
    return scheme?.kind === 'apiKey' ? [scheme.id, scheme.secret] : null;
  };
  expect(main?.auth).toMatchObject([{ id: 'api_key', secret: 'TEST_API_KEY' }]);
  expect(others.map(({ baseUrl }) => baseUrl)).toEqual([
    'https://upload.test/u',
    'https://upload.test:8443/u',
    'https://api.test/v2',
    'http://api.test/v1',
  ]);
  expect(secretOf(0)).toEqual(['api_key', 'TEST_API_KEY_UPLOAD_TEST']);
  // The first host of its own scheme, and a further one of the document's.
  expect(others[1]?.auth).toMatchObject([
    { id: 'api_key', secret: 'TEST_API_KEY_UPLOAD_TEST_8443' },
    { id: 'login', clientIdSecret: 'TEST_LOGIN_CLIENT_ID', scopes: ['read'] },
  ]);
  expect(secretOf(2)).toEqual(['api_key', 'TEST_API_KEY']);
  // Without encryption it is another place.
  expect(secretOf(3)?.[1]).not.toBe('TEST_API_KEY');
  expect(blueprint.secrets.map(({ name, description }) => [name, description])).toEqual(
    expect.arrayContaining([
      ['TEST_API_KEY', 'The key. Sent as the header X-Key.'],
      ['TEST_API_KEY_UPLOAD_TEST', 'For upload.test. The key. Sent as the header X-Key.'],
    ]),
  );
  expect(blueprint.secrets).toHaveLength(6);
  expect(warnings).toContainEqual({
    path: "$.paths['/a'].post.servers",
    message:
      'Some calls go to upload.test. The credentials of api.test are not sent there: set TEST_API_KEY_UPLOAD_TEST for it, with the same value only if the host is trusted with that.',
    action: 'credentials',
  });
});

test('a document whose operations alone name servers gives its credential to the first of them', async () => {
  const { blueprint, warnings } = await imported(
    openapi(
      {
        '/a': { get: { servers: [{ url: 'https://one.test' }] } },
        '/b': { get: { servers: [{ url: 'https://two.test' }] } },
      },
      { servers: [], components: SCHEMES, security: [{ api_key: [] }] },
    ),
  );
  const shown = blueprint.upstreams.map(({ id, auth, security }) => [
    id,
    auth.length,
    security.length,
  ]);
  expect(shown).toEqual([
    ['api', 0, 0],
    ['one.test', 1, 1],
    ['two.test', 1, 1],
  ]);
  expect(blueprint.upstreams[1]?.auth).toMatchObject([{ secret: 'TEST_API_KEY' }]);
  expect(blueprint.upstreams[2]?.auth).toMatchObject([{ secret: 'TEST_API_KEY_TWO_TEST' }]);
  expect(warnings.filter(({ path }) => path.includes('/b'))).toHaveLength(1);
});
