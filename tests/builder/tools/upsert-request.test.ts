import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const name = 'get_user';

test('the longest base URL that fits is the API of a request', async () => {
  const workspace = openWorkspace();
  const baseUrl = 'https://API.example.com:443/v2';
  await callBuilderTool(workspace, 'set_upstream', { id: 'second', baseUrl });
  const request = { method: 'GET', url: 'https://API.example.com/v2/users' };
  await callBuilderTool(workspace, 'upsert_tool', { name: 'list_users', request });
  expect(workspace.blueprint.tools.at(-1)?.action).toMatchObject({
    upstream: 'second',
    path: '/users',
  });
  expect(workspace.blueprint.upstreams).toHaveLength(2);
});

test('a base URL that is given is the one of the new API', async () => {
  const workspace = openWorkspace();
  const request = { method: 'GET', url: '/pets', base: 'https://pets.example.org/api/v1/' };
  await callBuilderTool(workspace, 'upsert_tool', { name: 'list_pets', request });
  const url = 'https://pets.example.org/api/v1/pets/{id}';
  const next = { method: 'GET', url, base: 'https://pets.example.org/api/v1' };
  await callBuilderTool(workspace, 'upsert_tool', { name: 'get_pet', request: next });
  expect(workspace.blueprint.upstreams.map(({ baseUrl }) => baseUrl)).toEqual([
    'https://api.example.com',
    'https://pets.example.org/api/v1',
  ]);
  expect(workspace.blueprint.tools.slice(-2).map(({ action }) => action)).toMatchObject([
    { upstream: 'pets.example.org', path: '/pets' },
    { upstream: 'pets.example.org', path: '/pets/{id}' },
  ]);
});

test('a new path takes over the arguments of the old one, in their order', async () => {
  const workspace = openWorkspace();
  const request = { method: 'GET', url: '/teams/{team}/members/{member}' };
  await callBuilderTool(workspace, 'upsert_tool', { name, request });
  expect(workspace.blueprint.tools[0]?.inputSchema).toMatchObject({
    properties: { team: { type: 'integer' }, member: { type: 'string' } },
    required: ['team', 'member'],
  });
});

test('a new path goes together with what is said of its arguments', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'upsert_tool', {
    name,
    request: { method: 'GET', url: '/users/{user_id}' },
    renameArguments: [{ from: 'id', to: 'user_id' }],
    arguments: [{ name: 'user_id', description: 'Whose.' }],
  });
  expect(workspace.blueprint.tools[0]?.inputSchema).toMatchObject({
    properties: { user_id: { type: 'integer', description: 'Whose.' } },
    required: ['user_id'],
  });
  const answer = await callBuilderTool(workspace, 'upsert_tool', {
    name,
    request: { method: 'GET', url: '/users' },
    removeArguments: ['user_id'],
  });
  expect(answer).toMatchObject({ problems: [] });
  expect(workspace.blueprint.tools[0]?.inputSchema['properties']).toEqual({});
});

test('another method brings its hints, and a place for what was in the body', async () => {
  const workspace = openWorkspace();
  const post = { method: 'POST', url: '/search' };
  const given = [{ name: 'text', required: true, minLength: 2 }];
  await callBuilderTool(workspace, 'upsert_tool', {
    name: 'search',
    request: post,
    arguments: given,
  });
  const get = { method: 'GET', url: '/search' };
  await callBuilderTool(workspace, 'upsert_tool', { name: 'search', request: get });
  expect(workspace.blueprint.tools.at(-1)).toMatchObject({
    annotations: { readOnlyHint: true, destructiveHint: false },
    inputSchema: { properties: { text: { minLength: 2 } }, required: ['text'] },
    action: { method: 'GET', parameters: [{ name: 'text', in: 'query' }] },
  });
});

test('what only reads is marked so, whatever its method is, and a confirmation is its own mark', async () => {
  const workspace = openWorkspace();
  const request = { method: 'POST', url: '/search' };
  await callBuilderTool(workspace, 'upsert_tool', { name: 'search', request, readOnly: true });
  expect(workspace.blueprint.tools.at(-1)?.annotations).toMatchObject({
    readOnlyHint: true,
    destructiveHint: false,
  });
  await callBuilderTool(workspace, 'upsert_tool', { name: 'search', confirm: true });
  expect(workspace.blueprint.tools.at(-1)?.annotations).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
  });
});

test.each([
  [{ url: 'https://kim:pw12@api.example.org/x' }, '$.request.url', /user name or a password/],
  [{ url: 'users' }, '$.request.url', /is no address/],
  [
    { url: 'https://other.example/x', base: 'https://api.example.org' },
    '$.request.url',
    /not below/,
  ],
  [{ url: '/x', base: 'https://api.example.org/v1?x=1' }, '$.request.base', /no query/],
])('an address that cannot be is told in a sentence: %j', async (address, path, message) => {
  const request = { method: 'GET', ...address };
  const answer = await callBuilderTool(openWorkspace(), 'upsert_tool', { name, request });
  expect(answer).toEqual({
    changed: [],
    problems: [{ path, message: expect.stringMatching(message) }],
  });
});

test('a credential in an address is nobody’s default', async () => {
  const workspace = openWorkspace();
  const request = { method: 'GET', url: '/users?api_key=s3cret-value&page=2' };
  await callBuilderTool(workspace, 'upsert_tool', { name: 'list_users', request });
  expect(JSON.stringify(workspace.blueprint)).not.toContain('s3cret-value');
});
