import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace, SMALL } from './open-workspace.ts';

function open() {
  const workspace = openWorkspace();
  const call = (...edits: object[]) => callBuilderTool(workspace, 'edit_tools', { edits });
  return { workspace, call };
}

test('many tools are changed at once', async () => {
  const { workspace, call } = open();
  const answer = await call(
    { name: 'get_user', description: 'Reads a user.', title: 'User', rename: 'get_order' },
    { name: 'get_order', description: 'Reads an order.', enabled: false, rename: 'get_user' },
  );
  expect(answer).toEqual({
    changed: [
      '2 tools have another description.',
      '1 tool has another title.',
      '1 tool is no longer served.',
      'get_user is called get_order now.',
      'get_order is called get_user now.',
    ],
    problems: [],
  });
  expect(workspace.blueprint.tools).toMatchObject([
    { name: 'get_order', description: 'Reads a user.', title: 'User', enabled: true },
    { name: 'get_user', description: 'Reads an order.', enabled: false },
  ]);
});

test('one that is wrong changes nothing, and all are named with their places', async () => {
  const { workspace, call } = open();
  const answer = await call(
    { name: 'get_user', description: 'New.' },
    { name: 'get_users', description: 'New.' },
    { name: 'get_user', title: 'Twice' },
    { name: 'get_order' },
  );
  expect(answer).toEqual({
    changed: [],
    problems: [
      {
        path: '$.edits[1].name',
        message: 'There is no tool named "get_users". Close to it: get_user, get_order.',
      },
      {
        path: '$.edits[2].name',
        message: '"get_user" is edited twice: put its fields into one edit.',
      },
      {
        path: '$.edits[3]',
        message:
          'Give at least one of title, description, enabled, rename, arguments, keep, hints.',
      },
    ],
  });
  expect(workspace.blueprint).toBe(SMALL);
});

test('a name that is taken or not allowed is a problem of its own edit', async () => {
  const { workspace, call } = open();
  expect(
    await call({ name: 'get_order', title: 'Order' }, { name: 'get_user', rename: 'get_order' }),
  ).toEqual({
    changed: [],
    problems: [{ path: '$.edits[1].rename', message: 'A tool named "get_order" already exists.' }],
  });
  expect(await call({ name: 'get_order', rename: 'get order!' })).toMatchObject({
    problems: [{ path: '$.edits[0].rename', message: expect.stringContaining('letters') }],
  });
  expect(workspace.blueprint).toBe(SMALL);
  await expect(call({ name: 'get_user', method: 'POST' })).rejects.toThrow('method');
});

test('an empty text is removed', async () => {
  const { workspace, call } = open();
  await call({ name: 'get_user', title: 'User', description: 'Reads a user.' });
  await call({ name: 'get_user', title: '', description: '' });
  expect(workspace.blueprint.tools[0]).not.toHaveProperty('title');
  expect(workspace.blueprint.tools[0]).not.toHaveProperty('description');
});

test('descriptions of arguments, kept fields and hints of many tools are changed at once', async () => {
  const { workspace, call } = open();
  const sum = {
    name: 'sum',
    code: { source: 'export default () => 1;' },
    arguments: [{ name: 'n' }],
  };
  await callBuilderTool(workspace, 'upsert_tool', sum);
  const answer = await call(
    {
      name: 'get_user',
      arguments: [{ name: 'id', description: 'Number of the user.' }],
      keep: ['name'],
      rename: 'read_user',
    },
    { name: 'get_order', title: 'Order', hints: { idempotent: true, destructive: true } },
    { name: 'sum', arguments: [{ name: 'n', description: 'A number.' }] },
  );
  expect(answer).toEqual({
    changed: [
      '1 tool has another title.',
      '2 tools have other descriptions of arguments.',
      '1 tool has other fields that are kept.',
      '1 tool has other hints.',
      'get_user is called read_user now.',
    ],
    problems: [],
  });
  expect(workspace.blueprint.tools).toMatchObject([
    {
      name: 'read_user',
      inputSchema: { properties: { id: { type: 'integer', description: 'Number of the user.' } } },
      action: { response: { keep: ['name'] } },
    },
    {
      name: 'get_order',
      title: 'Order',
      annotations: { idempotentHint: true, destructiveHint: true, readOnlyHint: false },
    },
    { name: 'sum', inputSchema: { properties: { n: { description: 'A number.' } } } },
  ]);
});

test('an argument that is not there, and a field that the API does not return, are refused', async () => {
  const { workspace, call } = open();
  await callBuilderTool(workspace, 'set_mock', { tool: 'get_order', body: { id: 1, total: 2 } });
  const before = workspace.blueprint;
  expect(await call({ name: 'get_user', arguments: [{ name: 'ids', description: 'X' }] })).toEqual({
    changed: [],
    problems: [
      {
        path: '$.edits[0].arguments[0].name',
        message: 'get_user has no argument "ids". It has: id.',
      },
    ],
  });
  const refused = await call(
    { name: 'get_user', title: 'User' },
    { name: 'get_order', keep: ['id', 'totl'] },
  );
  expect(refused).toMatchObject({
    changed: [],
    problems: [
      { path: '$.edits[1].keep[1]', message: expect.stringContaining('Did you mean total') },
    ],
  });
  expect(workspace.blueprint).toBe(before);
});
