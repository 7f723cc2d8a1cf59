import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace, SMALL } from './open-workspace.ts';

const REQUEST = { method: 'GET', url: 'https://api.example.com/teams/{team}/members?limit=20' };

test('a request becomes a tool whose arguments and texts come from its address', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'upsert_tool', { name: 'list_members', request: REQUEST });
  const tool = workspace.blueprint.tools.find(({ name }) => name === 'list_members');
  expect(tool).toMatchObject({
    title: 'List members',
    description:
      'List members. Returns a list of members, chosen by team. Use it when you do not know which one is meant.',
    annotations: { readOnlyHint: true },
    inputSchema: {
      properties: { team: { type: 'string' }, limit: { type: 'integer', default: 20 } },
      required: ['team'],
    },
    action: { method: 'GET', path: '/teams/{team}/members', upstream: 'api' },
  });
});

test('what is given stays, what is left out of a change, too', async () => {
  const workspace = openWorkspace();
  const name = 'get_user';
  await callBuilderTool(workspace, 'upsert_tool', { name, title: 'A person', keep: ['email'] });
  const request = { method: 'GET', url: '/people/{id}' };
  await callBuilderTool(workspace, 'upsert_tool', { name, request });
  expect(workspace.blueprint.tools[0]).toMatchObject({
    title: 'A person',
    action: { path: '/people/{id}', response: { keep: ['email'] } },
  });
});

test.each([
  ['an import', "import fs from 'node:fs';\nexport default async () => fs;", 'Line 1, column 1'],
  ['code made of a text', "export default async () => eval('1');", 'eval'],
  [
    'a loop without an end',
    'export default async () => {\n  while (true) {}\n};',
    'Line 2, column 3',
  ],
])('%s is refused before anything runs', async (_what, source, words) => {
  const workspace = openWorkspace();
  const before = workspace.blueprint;
  const change = { name: 'coded', code: { source } };
  const refused = await callBuilderTool(workspace, 'upsert_tool', change);
  expect(refused).toMatchObject({
    changed: [],
    problems: [{ path: '$.code.source', message: expect.stringContaining(words) }],
  });
  expect(workspace.blueprint).toBe(before);
});

test.each([
  [{ title: 'A person' }, 'get_user has the title "A person".'],
  [{ enabled: false }, 'get_user is no longer served.'],
  [{ keep: ['email'], confirm: true }, 'get_user asks before it runs and returns only `email`.'],
  [
    { arguments: [{ name: 'limit', type: 'integer', maximum: 50 }] },
    'get_user takes `limit` (integer, optional, at most 50).',
  ],
  [
    { request: { method: 'GET', url: '/people/{person}' } },
    'get_user has the title "Get user", calls GET /people/{person}, takes `person` (integer, required) and no longer takes `id`.',
  ],
  [{}, 'get_user is what it was.'],
])('a change is told as what is different: %j', async (change, sentence) => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'upsert_tool', { name: 'get_user', confirm: false });
  const told = await callBuilderTool(workspace, 'upsert_tool', { name: 'get_user', ...change });
  expect(told).toMatchObject({ changed: [sentence] });
});

test('the capabilities that a tool requires of its client are set and removed', async () => {
  const workspace = openWorkspace();
  const put = (input: object) =>
    callBuilderTool(workspace, 'upsert_tool', { name: 'get_user', ...input });
  expect(await put({ requires: ['elicitation', 'sampling'] })).toMatchObject({
    changed: ['get_user requires elicitation and sampling of its client.'],
  });
  await put({ title: 'User' });
  expect(workspace.blueprint.tools[0]?.requires).toEqual(['elicitation', 'sampling']);
  expect(await put({ requires: [] })).toMatchObject({
    changed: ['get_user requires nothing of its client.'],
  });
  expect(workspace.blueprint.tools[0]).not.toHaveProperty('requires');
});

test('an empty title or description is removed', async () => {
  const workspace = openWorkspace();
  const put = (input: object) =>
    callBuilderTool(workspace, 'upsert_tool', { name: 'get_user', ...input });
  await put({ title: 'User', description: 'Reads a user.' });
  expect(await put({ title: '', description: '' })).toMatchObject({
    changed: ['get_user has no title and has no description.'],
  });
  expect(workspace.blueprint.tools[0]).not.toHaveProperty('title');
  expect(workspace.blueprint.tools[0]).not.toHaveProperty('description');
});

test('code that uses what its context does not have is refused, with what it has', async () => {
  const workspace = openWorkspace();
  const source = 'export default async (args, context) =>\n  context.get("api", "/x");';
  const made = { name: 'look_up', code: { source } };
  expect(await callBuilderTool(workspace, 'upsert_tool', made)).toEqual({
    changed: [],
    problems: [
      {
        path: '$.code.source',
        message: expect.stringMatching(
          /^Line 2, column 3: `context.get` does not exist.*json, fetch/,
        ),
      },
    ],
  });
  expect(workspace.blueprint).toBe(SMALL);
});
