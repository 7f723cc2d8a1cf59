import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a question has choices, or it is none', async () => {
  const workspace = openWorkspace();
  const asked = { question: 'Which one?', choices: ['a', 'b'], default: 'a' };
  expect(await callBuilderTool(workspace, 'ask_user', asked)).toEqual({ asked: true });
  const single = { ...asked, choices: ['a'] };
  await expect(callBuilderTool(workspace, 'ask_user', single)).rejects.toThrow();
});
