import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('an API is moved and gets a credential by name, never by value', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'set_upstream', {
    baseUrl: 'https://api.example.org/v2',
    auth: { kind: 'apiKey', in: 'header', name: 'X-Key' },
  });
  expect(workspace.blueprint.upstreams).toMatchObject([
    { id: 'api', baseUrl: 'https://api.example.org/v2', auth: [{ kind: 'apiKey', name: 'X-Key' }] },
  ]);
  expect(workspace.blueprint.secrets.map(({ name }) => name)).toEqual(['NEW_SERVER_KEY']);
  const refused = await callBuilderTool(workspace, 'set_upstream', { baseUrl: 'ftp://x' });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$[0].baseUrl' }] });
});

test('a client of its own gets tokens, and secrets that nothing uses any more are gone', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'set_upstream', { auth: { kind: 'bearer' } });
  const tokenUrl = 'https://id.example.com/token';
  const auth = { kind: 'oauth2', tokenUrl, scopes: ['read'] };
  await callBuilderTool(workspace, 'set_upstream', { auth });
  expect(workspace.blueprint.upstreams[0]?.auth).toEqual([
    {
      id: 'oauth2',
      kind: 'oauth2ClientCredentials',
      tokenUrl,
      scopes: ['read'],
      clientIdSecret: 'NEW_SERVER_CLIENT_ID',
      clientSecretSecret: 'NEW_SERVER_CLIENT_SECRET',
    },
  ]);
  expect(workspace.blueprint.secrets.map(({ name }) => name)).toEqual([
    'NEW_SERVER_CLIENT_ID',
    'NEW_SERVER_CLIENT_SECRET',
  ]);
});

test('each of several APIs has secrets of its own, which stay while the scheme does', async () => {
  const workspace = openWorkspace();
  const key = (name: string) => ({ kind: 'apiKey', in: 'header', name });
  await callBuilderTool(workspace, 'set_upstream', { auth: key('X-Key') });
  const baseUrl = 'https://pay.example.org/v1';
  await callBuilderTool(workspace, 'set_upstream', { id: 'pay', baseUrl, auth: key('X-Pay') });
  await callBuilderTool(workspace, 'set_upstream', { id: 'api', auth: key('X-Other') });
  expect(workspace.blueprint.upstreams.map(({ auth }) => auth)).toMatchObject([
    [{ name: 'X-Other', secret: 'NEW_SERVER_KEY' }],
    [{ name: 'X-Pay', secret: 'PAY_EXAMPLE_ORG_KEY' }],
  ]);
  expect(workspace.blueprint.secrets).toHaveLength(2);
});

test('an API that no tool calls is removed, one that is called is not', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'set_upstream', {
    id: 'pay',
    baseUrl: 'https://pay.example.org',
  });
  const kept = await callBuilderTool(workspace, 'set_upstream', { id: 'api', remove: true });
  expect(kept['problems']).toEqual([
    {
      path: '$[0].id',
      message: '"api" is called by get_user, get_order; remove or change them first.',
    },
  ]);
  await callBuilderTool(workspace, 'set_upstream', { id: 'pay', remove: true });
  expect(workspace.blueprint.upstreams.map(({ id }) => id)).toEqual(['api']);
});

test('an API that moves keeps its tools and leaves its old host', async () => {
  const workspace = openWorkspace();
  const { tools } = workspace.blueprint;
  await callBuilderTool(workspace, 'set_upstream', { baseUrl: 'https://new.example.org/v2/' });
  expect(workspace.blueprint.upstreams).toMatchObject([
    { baseUrl: 'https://new.example.org/v2', allowedHosts: ['new.example.org'] },
  ]);
  expect(workspace.blueprint.tools).toEqual(tools);
  const baseUrl = 'https://kim:pw@new.example.org';
  const refused = await callBuilderTool(workspace, 'set_upstream', { baseUrl });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$.baseUrl' }] });
});

test('an API that a person connects has the addresses, and names for what connecting sets', async () => {
  const workspace = openWorkspace();
  const auth = {
    kind: 'oauth2',
    authorizationUrl: 'https://id.example.com/authorize?access_type=offline',
    tokenUrl: 'https://id.example.com/token',
    scopes: ['read'],
  };
  const result = await callBuilderTool(workspace, 'set_upstream', { auth });
  expect(JSON.stringify(result)).toContain('pressed Connect');
  const scheme = {
    id: 'oauth2',
    kind: 'oauth2AuthorizationCode',
    authorizationUrl: auth.authorizationUrl,
    tokenUrl: auth.tokenUrl,
    scopes: ['read'],
    clientIdSecret: 'NEW_SERVER_CLIENT_ID',
    clientSecretSecret: 'NEW_SERVER_CLIENT_SECRET',
    refreshTokenSecret: 'NEW_SERVER_REFRESH_TOKEN',
  };
  expect(workspace.blueprint.upstreams[0]?.auth).toEqual([scheme]);
  const open = { ...auth, isPublicClient: true };
  await callBuilderTool(workspace, 'set_upstream', { auth: open });
  const { clientSecretSecret: _, ...rest } = scheme;
  expect(workspace.blueprint.upstreams[0]?.auth).toEqual([rest]);
  expect(workspace.blueprint.secrets.map(({ name }) => name)).toEqual([
    'NEW_SERVER_CLIENT_ID',
    'NEW_SERVER_REFRESH_TOKEN',
  ]);
});

test('a client without a secret needs a person who signs in', async () => {
  const auth = { kind: 'oauth2', tokenUrl: 'https://id.example.com/token', isPublicClient: true };
  await expect(callBuilderTool(openWorkspace(), 'set_upstream', { auth })).rejects.toThrow(
    'is only for an authorizationUrl',
  );
});
