import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('what is left out of an identity stays', async () => {
  const workspace = openWorkspace();
  const named = { name: 'shop', instructions: 'Be brief.' };
  expect(await callBuilderTool(workspace, 'set_identity', named)).toMatchObject({
    changed: ['Its name for clients is shop.', 'Its instructions for models are changed.'],
  });
  await callBuilderTool(workspace, 'set_identity', { title: 'Shop' });
  expect(workspace.blueprint.identity).toMatchObject({
    name: 'shop',
    title: 'Shop',
    instructions: 'Be brief.',
  });
  const refused = await callBuilderTool(workspace, 'set_identity', { name: 'no spaces' });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$.name' }] });
});

test('an empty text is removed', async () => {
  const workspace = openWorkspace();
  const texts = { title: 'Shop', description: 'Sells.', instructions: 'Be brief.' };
  await callBuilderTool(workspace, 'set_identity', texts);
  const none = { title: '', description: '', instructions: '' };
  expect(await callBuilderTool(workspace, 'set_identity', none)).toEqual({
    changed: [
      'Its title is removed.',
      'Its description is removed.',
      'Its instructions for models are removed.',
    ],
    problems: [],
  });
  expect(Object.keys(workspace.blueprint.identity).toSorted()).toEqual(['name', 'version']);
});
