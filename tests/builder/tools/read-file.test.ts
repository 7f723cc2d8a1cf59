import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a file of the project is read as it is after the last edit', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'rename_tool', { from: 'get_user', to: 'person' });
  const file = await callBuilderTool(workspace, 'read_file', { path: 'src/tools/person.ts' });
  expect(file).toMatchObject({ isCut: false, text: expect.stringContaining('/users/{id}') });
  expect(await callBuilderTool(workspace, 'read_file', { path: '../secret' })).toMatchObject({
    problems: [{ path: '$.path' }],
  });
});
