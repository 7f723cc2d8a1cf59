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
