import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const name = 'list_users';
const request = { method: 'GET', url: '/users?format=json' };

test('a constant takes the place of an argument, and null takes it away', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'upsert_tool', { name, request });
  const constants = [{ in: 'query', name: 'format', value: 'xml' }];
  const told = await callBuilderTool(workspace, 'upsert_tool', { name, constants });
  expect(told).toMatchObject({
    changed: ['list_users no longer takes `format` and always sends `format` xml.'],
  });
  expect(workspace.blueprint.tools.at(-1)).toMatchObject({
    inputSchema: { properties: {} },
    action: { parameters: [], constants },
  });
  const none = [{ in: 'query', name: 'format', value: null }];
  await callBuilderTool(workspace, 'upsert_tool', { name, constants: none });
  expect(workspace.blueprint.tools.at(-1)?.action).not.toHaveProperty('constants');
});

test('what the address fixes is no argument where it is given as a constant', async () => {
  const workspace = openWorkspace();
  const constants = [
    { in: 'query', name: 'format', value: 'json' },
    { in: 'header', name: 'X-Version', value: '3' },
  ];
  await callBuilderTool(workspace, 'upsert_tool', { name, request, constants });
  expect(workspace.blueprint.tools.at(-1)).toMatchObject({
    inputSchema: { properties: {} },
    action: { constants },
  });
  const argument = { name: 'version', in: 'header', sentAs: 'x-version' };
  await callBuilderTool(workspace, 'upsert_tool', { name, arguments: [argument] });
  expect(workspace.blueprint.tools.at(-1)?.action).toMatchObject({ constants: [constants[0]] });
});

test('a body that is no object has no room for a constant', async () => {
  const workspace = openWorkspace();
  const list = { name: 'body', in: 'body', schema: { type: 'array', items: { type: 'string' } } };
  const post = { method: 'POST', url: '/users' };
  const made = { name, request: post, arguments: [list] };
  await callBuilderTool(workspace, 'upsert_tool', made);
  const constants = [{ in: 'body', name: 'source', value: 'mcp' }];
  expect(await callBuilderTool(workspace, 'upsert_tool', { name, constants })).toEqual({
    changed: [],
    problems: [{ path: '$.constants[0]', message: expect.stringMatching(/The body is no object/) }],
  });
});

test.each([
  [{ in: 'header', name: 'Authorization', value: 'Bearer abc' }, /where a credential goes/],
  [{ in: 'header', name: 'X-Api-Key', value: 'abc' }, /where a credential goes/],
  [{ in: 'query', name: 'access_token', value: 'abc' }, /where a credential goes/],
  [{ in: 'cookie', name: 'session', value: 'abc' }, /where a credential goes/],
  [
    { in: 'header', name: 'X-Id', value: `ghp_${'a1B2c3D4e5'.repeat(4)}` },
    /looks like a credential/,
  ],
  [{ in: 'header', name: 'Host', value: 'other.example' }, /set by the network alone/],
  [{ in: 'header', name: 'X-Id', value: { a: 1 } }, /needs a plain value/],
  [{ in: 'header', name: 'X Id', value: 'a' }, /cannot be the name of a header/],
  [{ in: 'header', name: 'X-Id', value: 'a\nHost: b' }, /cannot be sent in a header/],
  [{ in: 'header', name: 'X-Id', value: '日本' }, /cannot be sent in a header/],
  [{ in: 'body', name: 'a', value: 1 }, /GET has no body/],
])('%j is refused', async (constant, message) => {
  const workspace = openWorkspace();
  const change = { name, request, constants: [constant] };
  expect(await callBuilderTool(workspace, 'upsert_tool', change)).toEqual({
    changed: [],
    problems: [{ path: '$.constants[0]', message: expect.stringMatching(message) }],
  });
  expect(workspace.blueprint.tools).toHaveLength(2);
});
