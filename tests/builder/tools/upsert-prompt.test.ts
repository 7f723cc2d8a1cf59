import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const SUMMARY = {
  name: 'summarise',
  arguments: [{ name: 'id', required: true }],
  messages: [{ text: 'Summarise user {{id}}.' }],
};

test('a prompt is added, and replaced by its name', async () => {
  const workspace = openWorkspace();
  const added = await callBuilderTool(workspace, 'upsert_prompt', SUMMARY);
  expect(added).toEqual({ changed: ['The prompt summarise is added.'], problems: [] });
  await callBuilderTool(workspace, 'upsert_prompt', { ...SUMMARY, title: 'Summary' });
  expect(workspace.blueprint.prompts).toEqual([
    { ...SUMMARY, title: 'Summary', messages: [{ role: 'user', text: 'Summarise user {{id}}.' }] },
  ]);
  expect(await workspace.settle()).toEqual([]);
});

test('a prompt that fills in what nobody gives changes nothing', async () => {
  const workspace = openWorkspace();
  const refused = await callBuilderTool(workspace, 'upsert_prompt', { ...SUMMARY, arguments: [] });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$.messages' }] });
  expect(workspace.blueprint.prompts).toEqual([]);
});
