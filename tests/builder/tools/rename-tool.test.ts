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
