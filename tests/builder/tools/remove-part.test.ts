import { expect, test } from 'vitest';

import { callBuilderTool, edit, openWorkspace, SMALL } from './open-workspace.ts';

const FULL = edit(
  SMALL,
  {
    edit: 'upsertResource',
    resource: { uri: 'doc://a', name: 'a', content: { kind: 'text', text: 'A' } },
  },
  {
    edit: 'upsertPrompt',
    prompt: { name: 'greet', arguments: [], messages: [{ role: 'user', text: 'Hello' }] },
  },
  ...[1, 2, 3].map((id) => ({
    edit: 'addExample',
    name: 'get_user',
    example: { arguments: { id } },
  })),
);

function open() {
  const workspace = openWorkspace(FULL);
  const remove = (input: object) => callBuilderTool(workspace, 'remove_part', input);
  return { workspace, remove };
}

test('resources, prompts and examples are removed together', async () => {
  const { workspace, remove } = open();
  const examples = [
    { tool: 'get_user', number: 1 },
    { tool: 'get_user', number: 3 },
  ];
  expect(await remove({ resources: ['doc://a'], prompts: ['greet'], examples })).toEqual({
    changed: [
      'The resource doc://a is removed.',
      'The prompt greet is removed.',
      'get_user has 1 example now.',
    ],
    problems: [],
  });
  const { resources, prompts, tools } = workspace.blueprint;
  expect([resources, prompts]).toEqual([[], []]);
  expect(tools[0]?.examples).toEqual([{ arguments: { id: 2 } }]);
  await remove({ examples: [{ tool: 'get_user' }] });
  expect(workspace.blueprint.tools).toEqual(SMALL.tools);
});

test('what is not there is named with what is, and nothing is removed', async () => {
  const { workspace, remove } = open();
  expect(
    await remove({
      resources: ['doc://a', 'doc://b'],
      prompts: ['hello'],
      examples: [
        { tool: 'get_user', number: 4 },
        { tool: 'get_users' },
        { tool: 'get_order', number: 1 },
      ],
    }),
  ).toEqual({
    changed: [],
    problems: [
      { path: '$.resources[1]', message: 'There is no resource "doc://b"; there are `doc://a`.' },
      { path: '$.prompts[0]', message: 'There is no prompt "hello"; there are `greet`.' },
      { path: '$.examples[0].number', message: 'get_user has no example 4: it has 3.' },
      {
        path: '$.examples[1].tool',
        message: 'There is no tool named "get_users"; with examples: `get_user`.',
      },
      { path: '$.examples[2].number', message: 'get_order has no example 1: it has 0.' },
    ],
  });
  expect(workspace.blueprint).toBe(FULL);
  await expect(remove({})).rejects.toThrow('Give at least one of');
});
