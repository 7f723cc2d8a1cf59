import { expect, test } from 'vitest';

import { BLANK_BLUEPRINT } from '#app/builder/blank-blueprint.ts';

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

test('what was changed last is taken back, step by step', async () => {
  const begun = edit(SMALL, { edit: 'removeTool', name: 'get_order' });
  const first = { number: 1, changed: [], blueprint: begun };
  const alone = openWorkspace(begun, [first]);
  const refused = await callBuilderTool(alone, 'restore', { undo: true });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$.undo' }] });

  const points = [
    first,
    { number: 2, changed: ['get_order is added.'], blueprint: SMALL },
    { number: 3, changed: ['get_user is removed.'], blueprint: BLANK_BLUEPRINT },
  ];
  const workspace = openWorkspace(BLANK_BLUEPRINT, points);
  await callBuilderTool(workspace, 'restore', { undo: true });
  expect(workspace.blueprint).toEqual(SMALL);

  const again = openWorkspace(SMALL, [
    ...points,
    { number: 4, changed: [], restored: 2, blueprint: SMALL },
  ]);
  await callBuilderTool(again, 'restore', { undo: true });
  expect(again.blueprint).toEqual(begun);
});
