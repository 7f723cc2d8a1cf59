import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a question has several choices, or any answer may be given', async () => {
  const workspace = openWorkspace();
  const asked = { question: 'Which one?', choices: ['a', 'b'], default: 'a' };
  expect(await callBuilderTool(workspace, 'ask_user', asked)).toEqual({ asked: true });
  const single = { ...asked, choices: ['a'] };
  await expect(callBuilderTool(workspace, 'ask_user', single)).rejects.toThrow();
  const open = { question: 'Which base URL?', choices: [] };
  expect(await callBuilderTool(workspace, 'ask_user', open)).toEqual({ asked: true });
});
