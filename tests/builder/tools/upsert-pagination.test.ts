import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const name = 'list_users';
const output = {
  type: 'object',
  properties: {
    users: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
    groups: { type: 'array', items: {} },
    meta: { type: 'object', properties: { next: { type: 'string' }, count: { type: 'integer' } } },
  },
};
const base = {
  request: { method: 'GET', url: '/users?limit=20' },
  arguments: [{ name: 'after', sentAs: 'page_token' }],
  output,
};
const pagination = {
  kind: 'cursor',
  argument: 'after',
  nextPath: 'meta.next',
  itemsPath: 'users',
  follow: { maxPages: 5 },
};

async function upsert(...changes: object[]) {
  const workspace = openWorkspace();
  let answer: Record<string, unknown> = {};
  for (const change of changes) {
    answer = await callBuilderTool(workspace, 'upsert_tool', { name, ...change });
  }
  const action = workspace.blueprint.tools.find((each) => each.name === name)?.action;
  return { answer, paged: action?.kind === 'http' ? action.pagination : undefined };
}

test('a pagination is declared, told and taken away', async () => {
  const { paged, answer } = await upsert(base, { pagination });
  expect(paged).toEqual(pagination);
  expect(answer).toMatchObject({ changed: ['list_users joins up to 5 pages, by cursor.'] });
  const link = await upsert(base, { pagination }, { pagination: { kind: 'link' } });
  expect(link.paged).toEqual({ kind: 'link' });
  expect(link.answer).toMatchObject({
    changed: ['list_users says how to get the next page, by link.'],
  });
  const none = await upsert(base, { pagination }, { pagination: null });
  expect(none.paged).toBeUndefined();
  expect(none.answer).toMatchObject({ changed: ['list_users declares no pages.'] });
});

test('an argument may be meant by its name on the wire, or be a property of the body', async () => {
  const wire = await upsert(base, { pagination: { ...pagination, argument: 'page_token' } });
  expect(wire.paged).toMatchObject({ argument: 'after' });
  const body = { ...base, request: { method: 'POST', url: '/users/search' } };
  expect((await upsert({ ...body, pagination })).paged).toEqual(pagination);
});

test('a pagination follows its argument, and goes with it', async () => {
  const renamed = await upsert(
    base,
    { pagination },
    {
      renameArguments: [{ from: 'after', to: 'cursor' }],
    },
  );
  expect(renamed.paged).toMatchObject({ argument: 'cursor' });
  const removed = await upsert(base, { pagination }, { removeArguments: ['after'] });
  expect(removed.answer['problems']).toEqual([]);
  expect(removed.paged).toBeUndefined();
});

test.each([
  [
    { argument: 'cursor' },
    '$.pagination',
    /"cursor" is no argument of list_users: there are limit, after\./,
  ],
  [{ argument: undefined }, '$.pagination', /needs argument/],
  [{ nextPath: undefined }, '$.pagination', /needs nextPath/],
  [{ kind: 'page' }, '$.pagination', /page has no nextPath/],
  [{ kind: 'link' }, '$.pagination', /A link has no argument/],
  [{ nextPath: 'meta.cursor' }, '$.pagination.nextPath', /meta has next, count/],
  [{ itemsPath: 'user' }, '$.pagination.itemsPath', /Did you mean users\?/],
  [{ itemsPath: 'meta' }, '$.pagination.itemsPath', /"meta" is no list/],
  [{ itemsPath: undefined }, '$.pagination.itemsPath', /several: users, groups/],
])('%j is refused with its place', async (change, path, message) => {
  const { answer } = await upsert({ ...base, pagination: { ...pagination, ...change } });
  expect(answer).toEqual({
    changed: [],
    problems: [{ path, message: expect.stringMatching(message) }],
  });
});

test('code has no pages of its own', async () => {
  const code = { source: 'export default async () => 1;\n' };
  const { answer } = await upsert({ code, pagination: { kind: 'link' } });
  expect(answer).toMatchObject({ problems: [{ message: expect.stringContaining('pagination') }] });
});
