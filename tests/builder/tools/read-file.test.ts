import { expect, test } from 'vitest';

import { describeValue, MAX_TEXT } from '#app/builder/models/model-text.ts';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a file of the project is read as it is after the last edit', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'rename_tool', { from: 'get_user', to: 'person' });
  const file = await callBuilderTool(workspace, 'read_file', { path: 'src/tools/person.ts' });
  expect(file).toEqual({ text: expect.stringContaining('/users/{id}') });
  expect(await callBuilderTool(workspace, 'read_file', { path: '../secret' })).toMatchObject({
    problems: [{ path: '$.path' }],
  });
});

test.each([
  ['of many lines', Array.from({ length: 9_000 }, (_, line) => `${line};`).join('\n')],
  ['of one line', '🙂'.repeat(40_000)],
  ['of empty lines', '\n'.repeat(50_000)],
])('a long file %s is read page by page, to its end, and no page is cut', async (_what, text) => {
  const workspace = openWorkspace();
  workspace.ports.readFile = () => Promise.resolve(text);
  const read = (page: number) => callBuilderTool(workspace, 'read_file', { path: 'a.ts', page });
  const first = await read(1);
  expect(first['page']).toMatchObject({ number: 1, of: expect.any(Number) });
  const { of: last } = first['page'] as { of: number };
  let whole = '';
  for (let page = 1; page <= last; page += 1) {
    const answer = await read(page);
    expect(describeValue(answer).length).toBeLessThan(MAX_TEXT);
    expect(String(answer['text']).isWellFormed()).toBe(true);
    whole += String(answer['text']);
  }
  expect(whole).toBe(text);
  expect(await read(last + 1)).toEqual({
    problems: [
      { path: '$.page', message: `There is no page ${last + 1}: the last one is ${last}.` },
    ],
  });
});
