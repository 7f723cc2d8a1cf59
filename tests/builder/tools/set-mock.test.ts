import { expect, test } from 'vitest';

import { toMockFixtures } from '#app/blueprint/to-mock-fixtures.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';

import { callBuilderTool, edit, openWorkspace, SMALL } from './open-workspace.ts';

const USER = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
  },
  required: ['name'],
};

/** A server whose get_user promises a user. */
function openTyped(): Workspace {
  const [tool] = SMALL.tools;
  return openWorkspace(edit(SMALL, { edit: 'upsertTool', tool: { ...tool, outputSchema: USER } }));
}

/** The mock's answer to a GET, as a tool of the server would get it. */
async function ask({ blueprint }: Workspace, path: string, method = 'GET', body?: string) {
  const fetch = createMockFetch(
    toServerDefinition(blueprint, new Map()),
    toMockFixtures(blueprint),
  );
  const headers: [string, string][] = [['content-type', 'application/json']];
  const request = { method, path, headers, ...(body === undefined ? {} : { body }) };
  const outcome = await fetch('api', request);
  if (!outcome.ok) throw new Error(outcome.message);
  const { status, body: bytes } = outcome.response;
  return { status, text: new TextDecoder().decode(bytes) };
}

test('an answer of a tool is kept in the blueprint, and the mock gives it', async () => {
  const workspace = openTyped();
  const set = await callBuilderTool(workspace, 'set_mock', {
    tool: 'get_user',
    body: { name: 'Ann' },
  });
  expect(set).toEqual({ changed: ['The mock answers 200 to GET /users/{id}.'], problems: [] });
  expect(workspace.blueprint.mocks).toEqual([
    {
      upstream: 'api',
      method: 'GET',
      path: '/users/{id}',
      status: 200,
      mediaType: 'application/json',
      body: { name: 'Ann' },
    },
  ]);
  expect(await ask(workspace, '/users/7')).toEqual({ status: 200, text: '{"name":"Ann"}' });
});

test('answers for certain arguments stand beside the one for all', async () => {
  const workspace = openTyped();
  const call = (input: object) => callBuilderTool(workspace, 'set_mock', input);
  await call({ tool: 'get_user', body: { name: 'Ann' } });
  await call({ tool: 'get_user', when: { id: 8 }, body: { name: 'Bob' } });
  await call({ tool: 'get_user', when: { id: 9 }, status: 404, body: { error: 'gone' } });
  expect(await ask(workspace, '/users/7')).toMatchObject({ text: '{"name":"Ann"}' });
  expect(await ask(workspace, '/users/8')).toMatchObject({ text: '{"name":"Bob"}' });
  expect(await ask(workspace, '/users/9')).toMatchObject({ status: 404 });
  await call({ tool: 'get_user', when: { id: 8 }, body: { name: 'Bea' } });
  expect(workspace.blueprint.mocks).toHaveLength(3);
  expect(await ask(workspace, '/users/8')).toMatchObject({ text: '{"name":"Bea"}' });
});

test('a request that no tool makes has an answer as well, for code that makes it', async () => {
  const workspace = openWorkspace();
  const search = { method: 'post', path: '/search' };
  await callBuilderTool(workspace, 'set_mock', {
    ...search,
    when: { q: 'cat' },
    body: [{ id: 1 }],
  });
  await callBuilderTool(workspace, 'set_mock', { ...search, status: 503, text: 'Down' });
  expect(await ask(workspace, '/search', 'POST', '{"q":"cat"}')).toMatchObject({ status: 200 });
  expect(await ask(workspace, '/search', 'POST', '{"q":"dog"}')).toEqual({
    status: 503,
    text: 'Down',
  });
});

test('an answer that the output schema refuses is an error that names the place', async () => {
  const workspace = openTyped();
  const wrong = { name: 'Ann', tags: [{ id: 1 }, { id: 'two' }] };
  for (const input of [
    { tool: 'get_user', body: wrong },
    { path: '/users/{id}', body: wrong },
    { path: '/users/7', body: wrong },
  ]) {
    expect(await callBuilderTool(workspace, 'set_mock', input)).toMatchObject({
      changed: [],
      problems: [{ path: '$.body.tags[1].id', message: expect.stringContaining('get_user') }],
    });
  }
  expect(workspace.blueprint.mocks).toBeUndefined();
  const text = await callBuilderTool(workspace, 'set_mock', { tool: 'get_user', text: 'Ann' });
  expect(text).toMatchObject({ problems: [{ path: '$.body' }] });
});

test('what cannot be an answer, or has no place, is refused with its place', async () => {
  const workspace = openTyped();
  const problemOf = async (input: object) => {
    const answer = await callBuilderTool(workspace, 'set_mock', { body: { name: 'A' }, ...input });
    expect(answer['changed']).toEqual([]);
    return answer['problems'];
  };
  expect(await problemOf({ tool: 'nope' })).toMatchObject([{ path: '$.tool' }]);
  expect(await problemOf({})).toMatchObject([{ path: '$.path' }]);
  expect(await problemOf({ path: 'users' })).toMatchObject([{ path: '$.path' }]);
  expect(await problemOf({ path: '/x', upstream: 'other' })).toMatchObject([
    { path: '$.upstream', message: expect.stringContaining('api') },
  ]);
  expect(await problemOf({ tool: 'get_user', when: { name: 1 } })).toMatchObject([
    { path: '$.when.name', message: expect.stringContaining('id') },
  ]);
  for (const name of ['Set-Cookie', 'Content-Length', 'Host', 'X-Mock-Upstream']) {
    const headers = { [name]: '1' };
    expect(await problemOf({ tool: 'get_user', headers })).toMatchObject([{ path: '$.headers' }]);
  }
  expect(await problemOf({ tool: 'get_user', headers: { a: 'x\r\ny: z' } })).toHaveLength(1);
});

test('an answer is removed by its conditions, all of a request at once, and with its API', async () => {
  const workspace = openTyped();
  const call = (input: object) =>
    callBuilderTool(workspace, 'set_mock', { tool: 'get_user', ...input });
  await call({ body: { name: 'Ann' } });
  await call({ when: { id: 8 }, body: { name: 'Bob' } });
  await call({ when: { id: 8 }, remove: true });
  expect(workspace.blueprint.mocks).toHaveLength(1);
  await call({ when: { id: 9 }, body: { name: 'Cid' } });
  await call({ remove: true });
  expect(workspace.blueprint.mocks).toBeUndefined();
  expect(await call({ remove: true })).toMatchObject({
    problems: [{ message: 'No answer was set for GET /users/{id}.' }],
  });
  workspace.edit([{ edit: 'setUpstream', id: 'more', baseUrl: 'https://more.example.com' }], []);
  await callBuilderTool(workspace, 'set_mock', { upstream: 'more', path: '/x', body: 1 });
  expect(workspace.edit([{ edit: 'removeUpstream', id: 'more' }], []).problems).toEqual([]);
  expect(workspace.blueprint.mocks).toBeUndefined();
});

test('operations of tools that are switched off are known to the mock where code calls them', () => {
  const source = 'export default (args, context) => context.json("api", { path: "/orders/1" });';
  const coded = { name: 'coded', enabled: true, inputSchema: { type: 'object' } };
  const blueprint = edit(
    SMALL,
    { edit: 'selectTools', names: ['get_user', 'get_order'], enabled: false },
    { edit: 'upsertTool', tool: { ...coded, action: { kind: 'code', source } } },
  );
  const { operations } = toMockFixtures(blueprint);
  expect(operations.map(({ action }) => action.path)).toEqual(['/orders/{id}']);
});

test('an answer for one of two tools on a request has to fit that one, and the other is named', async () => {
  const [tool] = SMALL.tools;
  const count = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
  const workspace = openWorkspace(
    edit(
      SMALL,
      { edit: 'upsertTool', tool: { ...tool, outputSchema: USER } },
      { edit: 'upsertTool', tool: { ...tool, name: 'count_user', outputSchema: count } },
    ),
  );
  const call = { tool: 'get_user', when: { id: 1 }, body: { name: 'Ada' } };
  expect(await callBuilderTool(workspace, 'set_mock', call)).toEqual({
    changed: [
      'The mock answers 200 to GET /users/{id} with id 1.',
      'This is no answer for count_user, which sends the same request: give it one for other values.',
    ],
    problems: [],
  });
  const other = { tool: 'count_user', when: { id: 2 }, body: { total: 3 } };
  expect(await callBuilderTool(workspace, 'set_mock', other)).toMatchObject({ problems: [] });
  const neither = { tool: 'count_user', body: { name: 'Ada' } };
  expect(await callBuilderTool(workspace, 'set_mock', neither)).toMatchObject({
    changed: [],
    problems: [{ message: expect.stringContaining('count_user') }],
  });
});

test('a tool that always sends another value never gets an answer for this one', async () => {
  const [tool] = SMALL.tools;
  if (tool?.action.kind !== 'http') throw new Error('It is an HTTP tool.');
  const always = (value: string) => [{ in: 'query', name: 'kind', value }];
  const count = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
  const workspace = openWorkspace(
    edit(
      SMALL,
      {
        edit: 'upsertTool',
        tool: {
          ...tool,
          outputSchema: USER,
          action: { ...tool.action, constants: always('whole') },
        },
      },
      {
        edit: 'upsertTool',
        tool: {
          ...tool,
          name: 'count_user',
          outputSchema: count,
          action: { ...tool.action, constants: always('count') },
        },
      },
    ),
  );
  const request = { upstream: 'api', method: 'GET', path: '/users/{id}' };
  const whole = { ...request, when: { kind: 'whole' }, body: { name: 'Ada' } };
  expect(await callBuilderTool(workspace, 'set_mock', whole)).toEqual({
    changed: ['The mock answers 200 to GET /users/{id} with kind "whole".'],
    problems: [],
  });
});

test('answers go with the request of their tool, and stay where another still sends it', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'set_mock', { tool: 'get_user', body: { name: 'Ada' } });
  await callBuilderTool(workspace, 'set_mock', { tool: 'get_user', when: { id: 7 }, status: 404 });
  const moved = { name: 'get_user', request: { method: 'GET', url: '/v2/users/{id}' } };
  expect(await callBuilderTool(workspace, 'upsert_tool', moved)).toMatchObject({ problems: [] });
  expect(await ask(workspace, '/v2/users/1')).toMatchObject({
    status: 200,
    text: '{"name":"Ada"}',
  });
  expect(await ask(workspace, '/v2/users/7')).toMatchObject({ status: 404 });
  const renamed = { name: 'get_user', request: { method: 'GET', url: '/v3/users/{user}' } };
  await callBuilderTool(workspace, 'upsert_tool', renamed);
  expect(workspace.blueprint.mocks).toMatchObject([{ path: '/v3/users/{user}', status: 200 }]);
  const [tool] = workspace.blueprint.tools;
  const shared = { edit: 'upsertTool', tool: { ...tool, name: 'again' } };
  workspace.replace(edit(workspace.blueprint, shared));
  const away = { name: 'again', request: { method: 'GET', url: '/v4/users/{user}' } };
  await callBuilderTool(workspace, 'upsert_tool', away);
  expect(workspace.blueprint.mocks).toMatchObject([{ path: '/v3/users/{user}' }]);
});
