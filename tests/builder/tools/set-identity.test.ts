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
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$[0].name' }] });
});
