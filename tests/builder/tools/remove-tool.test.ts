import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a tool is removed, one that is not there is named', async () => {
  const workspace = openWorkspace();
  const removed = await callBuilderTool(workspace, 'remove_tool', { name: 'get_user' });
  expect(removed).toEqual({ changed: ['get_user is removed.'], problems: [] });
  expect(workspace.blueprint.tools.map(({ name }) => name)).toEqual(['get_order']);
  expect(await callBuilderTool(workspace, 'remove_tool', { name: 'get_user' })).toEqual({
    changed: [],
    problems: [{ path: '$.name', message: 'There is no tool named "get_user".' }],
  });
});

test('several tools go in one step, all or none', async () => {
  const workspace = openWorkspace();
  const unknown = { names: ['get_user', 'nothing'] };
  expect(await callBuilderTool(workspace, 'remove_tool', unknown)).toMatchObject({
    changed: [],
    problems: [{ path: '$.names[1]', message: 'There is no tool named "nothing".' }],
  });
  expect(workspace.blueprint.tools).toHaveLength(2);
  const names = ['get_user', 'get_order'];
  expect(await callBuilderTool(workspace, 'remove_tool', { names })).toEqual({
    changed: ['2 tools are removed: `get_user` and `get_order`.'],
    problems: [],
  });
  expect(workspace.blueprint.tools).toEqual([]);
});
