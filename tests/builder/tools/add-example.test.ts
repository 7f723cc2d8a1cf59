import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('an example is added to its tool', async () => {
  const workspace = openWorkspace();
  const example = { tool: 'get_user', arguments: { id: 7 } };
  await callBuilderTool(workspace, 'add_example', example);
  expect(workspace.blueprint.tools[0]?.examples).toEqual([{ arguments: { id: 7 } }]);
  const refused = await callBuilderTool(workspace, 'add_example', { ...example, tool: 'nope' });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$[0].name' }] });
});
