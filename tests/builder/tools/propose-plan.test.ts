import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a plan is shown, and changes nothing', async () => {
  const workspace = openWorkspace();
  const before = workspace.blueprint;
  const plan = { goal: 'A shop', steps: ['Import', 'Check'] };
  const tool = await callBuilderTool(workspace, 'propose_plan', plan).catch((error) => ({ error }));
  expect(tool).not.toHaveProperty('error');
  expect(workspace.blueprint).toBe(before);
  await expect(callBuilderTool(workspace, 'propose_plan', { steps: 'no list' })).rejects.toThrow();
});

test('steps are ticked alone, and a plan has its goal and steps', async () => {
  const workspace = openWorkspace();
  const propose = (input: object) => callBuilderTool(workspace, 'propose_plan', input);
  expect(await propose({ done: [1, 2] })).toEqual({ shown: true });
  expect(await propose({ goal: 'A shop', steps: ['Import'], done: [1] })).toEqual({ shown: true });
  for (const wrong of [{}, { goal: 'A shop' }, { steps: ['Import'] }, { done: [0] }]) {
    await expect(propose(wrong), JSON.stringify(wrong)).rejects.toThrow();
  }
});
