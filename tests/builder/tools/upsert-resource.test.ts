import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a resource has a text or a tool that gives it, and is replaced by its address', async () => {
  const workspace = openWorkspace();
  const guide = { uri: 'docs://guide', name: 'guide', text: 'Read me.', mimeType: 'text/plain' };
  const added = await callBuilderTool(workspace, 'upsert_resource', guide);
  expect(added).toEqual({ changed: ['The resource docs://guide is added.'], problems: [] });
  const changed = await callBuilderTool(workspace, 'upsert_resource', { ...guide, text: 'Anew.' });
  expect(changed).toMatchObject({ changed: ['The resource docs://guide is changed.'] });
  expect(workspace.blueprint.resources).toEqual([
    {
      uri: 'docs://guide',
      name: 'guide',
      mimeType: 'text/plain',
      content: { kind: 'text', text: 'Anew.' },
    },
  ]);
  const user = { uri: 'users://{id}', name: 'user', tool: 'get_user' };
  expect(await callBuilderTool(workspace, 'upsert_resource', user)).toMatchObject({ problems: [] });
  expect(await workspace.settle()).toEqual([]);
});

test('a resource without content, or of a tool that is not there, changes nothing', async () => {
  const workspace = openWorkspace();
  const bare = { uri: 'docs://x', name: 'x' };
  for (const wrong of [bare, { ...bare, text: 'a', tool: 'get_user' }, { ...bare, tool: 'nope' }]) {
    const refused = await callBuilderTool(workspace, 'upsert_resource', wrong);
    expect(refused).toMatchObject({ changed: [], problems: [{ path: expect.any(String) }] });
  }
  expect(workspace.blueprint.resources).toEqual([]);
});
