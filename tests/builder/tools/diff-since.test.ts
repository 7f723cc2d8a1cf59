import { expect, test } from 'vitest';

import { callBuilderTool, edit, openWorkspace, SMALL } from './open-workspace.ts';

test('what is different since the turn began is told tool by tool', async () => {
  const workspace = openWorkspace();
  const call = (input: object) => callBuilderTool(workspace, 'diff_since', input);
  expect(await call({})).toMatchObject({ says: 'Nothing is different.', tools: [], parts: [] });
  await callBuilderTool(workspace, 'rename_tool', { from: 'get_user', to: 'read_user' });
  await callBuilderTool(workspace, 'edit_tools', {
    edits: [{ name: 'get_order', description: 'Reads an order.' }],
  });
  await callBuilderTool(workspace, 'upsert_tool', {
    name: 'list_users',
    request: { method: 'GET', url: '/users' },
  });
  await callBuilderTool(workspace, 'set_identity', { title: 'Shop' });
  expect(await call({})).toEqual({
    since: 'the beginning of this turn',
    says: 'Tools: 1 added, 1 renamed, 1 changed. Other parts: identity.',
    parts: ['identity'],
    tools: [
      { tool: 'read_user', change: 'renamed', from: 'get_user' },
      { tool: 'list_users', change: 'added' },
      {
        tool: 'get_order',
        change: 'changed',
        fields: ['description'],
        now: 'get_order has another description.',
      },
    ],
    page: { number: 1, of: 1, total: 3 },
  });
});

test('a restore point is compared with, one that is not there is named', async () => {
  const before = edit(SMALL, { edit: 'removeTool', name: 'get_order' });
  const workspace = openWorkspace(SMALL, [{ number: 4, changed: [], blueprint: before }]);
  const call = (point: number) => callBuilderTool(workspace, 'diff_since', { point });
  expect(await call(4)).toMatchObject({
    since: 'restore point 4',
    tools: [{ tool: 'get_order', change: 'added' }],
  });
  expect(await call(9)).toEqual({
    problems: [{ path: '$.point', message: 'There is no point 9. There are: 4.' }],
  });
});
