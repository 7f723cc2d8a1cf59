import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a tool is renamed, never onto another one', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'rename_tool', { from: 'get_user', to: 'person' });
  expect(workspace.blueprint.tools.map(({ name }) => name)).toEqual(['person', 'get_order']);
  const refused = await callBuilderTool(workspace, 'rename_tool', {
    from: 'person',
    to: 'get_order',
  });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$[0].to' }] });
});

test('several tools are renamed at once, even where one takes the name of another', async () => {
  const workspace = openWorkspace();
  const renames = [
    { from: 'get_user', to: 'get_order' },
    { from: 'get_order', to: 'get_user' },
  ];
  const renamed = await callBuilderTool(workspace, 'rename_tool', { renames });
  expect(renamed).toMatchObject({ problems: [] });
  expect(workspace.blueprint.tools).toMatchObject([
    { name: 'get_order', action: { path: '/users/{id}' } },
    { name: 'get_user', action: { path: '/orders/{id}' } },
  ]);
});
