import { expect, test } from 'vitest';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';

import { library } from './library.ts';
import { callBuilderTool, edit, openWorkspace } from './open-workspace.ts';

async function open() {
  const workspace = openWorkspace(BLANK_BLUEPRINT);
  await callBuilderTool(workspace, 'import_document', { text: library() });
  const select = (input: object) => callBuilderTool(workspace, 'select_tools', input);
  const names = () => workspace.blueprint.tools.map(({ name }) => name);
  return { workspace, select, names };
}

test('what is kept stays with its definitions, all else goes', async () => {
  const { workspace, select, names } = await open();
  expect(await select({ action: 'keep', tags: ['Books'], methods: ['GET', 'POST'] })).toEqual({
    changed: ['3 tools stay, 3 are removed: `deleteBook`, `listLoans` and `lendBook`.'],
    problems: [],
  });
  expect(names()).toEqual(['listBooks', 'createBook', 'getBook']);
  expect(Object.keys(workspace.blueprint.definitions).toSorted()).toEqual(['Author', 'Book']);
});

test('what is removed goes, by path and name together', async () => {
  const { select, names } = await open();
  await select({ action: 'remove', paths: ['/books/*/loans'], names: ['deleteBook'] });
  expect(names()).toEqual(['listBooks', 'createBook', 'getBook', 'lendBook']);
  expect(await select({ action: 'keep', methods: ['GET', 'POST'] })).toEqual({
    changed: ['4 tools stay, none is removed.'],
    problems: [],
  });
});

test('a choice that is nowhere removes nothing', async () => {
  const { workspace, select } = await open();
  const before = workspace.blueprint;
  expect(await select({ action: 'keep', names: ['getBook', 'getBok'] })).toEqual({
    changed: [],
    problems: [{ path: '$.names[1]', message: 'Nothing is called "getBok".' }].map((problem) => ({
      ...problem,
      message: expect.stringContaining(problem.message),
    })),
  });
  expect(workspace.blueprint).toBe(before);
  await expect(select({ names: ['getBook'] })).rejects.toThrow();
  await expect(select({ action: 'keep' })).rejects.toThrow('Give at least one of');
});

test('a tool that a resource needs is not removed', async () => {
  const { workspace, select } = await open();
  const content = { kind: 'tool', tool: 'listBooks' };
  const resource = { uri: 'books://all', name: 'books', content };
  workspace.replace(edit(workspace.blueprint, { edit: 'upsertResource', resource }));
  expect(await select({ action: 'remove', tags: ['Books'] })).toMatchObject({
    changed: [],
    problems: [{ message: expect.stringContaining('books://all') }],
  });
});

test('a tag means the same here as in an import: each of an operation', async () => {
  const workspace = openWorkspace(BLANK_BLUEPRINT);
  const only = { tags: ['admin'] };
  await callBuilderTool(workspace, 'import_document', { text: library(), only });
  expect(workspace.blueprint.tools.map(({ name }) => name)).toEqual(['deleteBook']);
  expect(await callBuilderTool(workspace, 'select_tools', { action: 'keep', ...only })).toEqual({
    changed: ['1 tool stays, none is removed.'],
    problems: [],
  });
});

test('tools are chosen by the names of their operations, also after they were renamed', async () => {
  const workspace = openWorkspace(BLANK_BLUEPRINT);
  await callBuilderTool(workspace, 'import_document', { text: library() });
  const renames = [{ from: 'listBooks', to: 'list_books' }];
  await callBuilderTool(workspace, 'rename_tool', { renames });
  const keep = { action: 'keep', names: ['listBooks', 'getBook'] };
  expect(await callBuilderTool(workspace, 'select_tools', keep)).toMatchObject({
    problems: [],
  });
  expect(workspace.blueprint.tools.map(({ name }) => name)).toEqual(['list_books', 'getBook']);
  const read = { names: ['listBooks'], detail: 'full' };
  expect(await callBuilderTool(workspace, 'read_blueprint', read)).toMatchObject({
    tools: [{ name: 'list_books', operationId: 'listBooks' }],
  });
});
