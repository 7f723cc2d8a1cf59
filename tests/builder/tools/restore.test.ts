import { expect, test } from 'vitest';

import { callBuilderTool, edit, SMALL, openWorkspace } from './open-workspace.ts';

test('a restore point comes back, and the list of them is told', async () => {
  const begun = edit(SMALL, { edit: 'removeTool', name: 'get_order' });
  const points = [
    { number: 1, changed: [], blueprint: begun },
    { number: 2, changed: ['get_order is added.'], blueprint: SMALL },
  ];
  const workspace = openWorkspace(SMALL, points);
  const told = await callBuilderTool(workspace, 'restore', {});
  expect(told).toMatchObject({ points: [{ number: 1 }, { number: 2 }] });
  expect(workspace.isDirty).toBe(false);
  await callBuilderTool(workspace, 'restore', { point: 1 });
  expect(workspace.blueprint).toEqual(begun);
  expect(workspace.isDirty).toBe(true);
  const missing = await callBuilderTool(workspace, 'restore', { point: 9 });
  expect(missing).toMatchObject({ changed: [], problems: [{ path: '$.point' }] });
  expect(workspace.blueprint).toEqual(begun);
});

test('what was changed last is taken back, and that as well', async () => {
  const begun = edit(SMALL, { edit: 'removeTool', name: 'get_order' });
  const first = { number: 4, changed: [], blueprint: begun };
  const alone = openWorkspace(begun, [first]);
  const refused = await callBuilderTool(alone, 'restore', { undo: true });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$.undo' }] });

  const points = [
    first,
    { number: 5, changed: ['get_order is added.'], blueprint: SMALL },
    // The same as the first, and nobody went back to it.
    { number: 6, changed: ['get_order is removed.'], blueprint: begun },
  ];
  const workspace = openWorkspace(begun, points);
  const undone = await callBuilderTool(workspace, 'restore', { undo: true });
  expect(undone).toMatchObject({ changed: ['The server is back at restore point 5.'] });
  expect(workspace.blueprint).toEqual(SMALL);
});
