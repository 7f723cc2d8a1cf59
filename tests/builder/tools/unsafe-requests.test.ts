import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const request = { method: 'GET', url: '/search' };

async function upsert(change: object) {
  const workspace = openWorkspace();
  const call = { name: 'probe', description: 'Looks.', request, ...change };
  const { problems } = await callBuilderTool(workspace, 'upsert_tool', call);
  return problems;
}

test('a property that can never be given is no argument', async () => {
  const input = { type: 'object', properties: { q: { type: 'string' }, never: false } };
  expect(await upsert({ input })).toMatchObject([
    { path: '$.input', message: expect.stringContaining('"never" is false') },
  ]);
});

test.each([
  ['Host', 'network'],
  ['content-length', 'network'],
  ['Authorization', 'set_upstream'],
  ['X-Api-Key', 'set_upstream'],
])('the header %s is no argument', async (name, told) => {
  const message = expect.stringContaining(told);
  const header = { name, in: 'header' };
  expect(await upsert({ arguments: [header] })).toMatchObject([{ message }]);
  const renamed = { name: 'x', in: 'header', sentAs: name };
  expect(await upsert({ arguments: [renamed] })).toMatchObject([{ message }]);
});

test('a header of the API itself is one', async () => {
  expect(await upsert({ arguments: [{ name: 'X-Trace', in: 'header' }] })).toEqual([]);
});

test.each(['/../x', '/a/./b', '/a/..', '/a/%2e%2E/b', 'https://api.example.com/v1/../x'])(
  'the path of %s is refused',
  async (url) => {
    expect(await upsert({ request: { method: 'GET', url } })).toMatchObject([
      { path: '$.request.url', message: expect.stringContaining('write the path out') },
    ]);
  },
);
