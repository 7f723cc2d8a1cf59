import { expect, test } from 'vitest';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';

import { library } from './library.ts';
import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('a choice becomes tools, another one adds, and what is left out is counted', async () => {
  const workspace = openWorkspace(BLANK_BLUEPRINT);
  const text = library();
  const first = { text, only: { tags: ['Books'], methods: ['GET'] } };
  expect(await callBuilderTool(workspace, 'import_document', first)).toMatchObject({
    changed: [
      '2 tools are added; the server has 2.',
      '4 operations are left out: search_operations lists them, another import adds them.',
    ],
    added: ['listBooks', 'getBook'],
    problems: [],
  });
  const second = { text, only: { names: ['getBook', 'POST /loans'] } };
  expect(await callBuilderTool(workspace, 'import_document', second)).toMatchObject({
    changed: [
      '1 tool is added; the server has 3.',
      '3 operations are left out: search_operations lists them, another import adds them.',
    ],
    added: ['lendBook'],
  });
  expect(await callBuilderTool(workspace, 'import_document', { text })).toMatchObject({
    changed: ['3 tools are added; the server has 6.'],
  });
});

test('a choice that is nowhere changes nothing, and says where and what there is', async () => {
  const workspace = openWorkspace(BLANK_BLUEPRINT);
  const call = { text: library(), only: { paths: ['/readers'] } };
  const message = 'only.paths[0]: No path fits "/readers". Paths begin with: /books, /loans.';
  expect(await callBuilderTool(workspace, 'import_document', call)).toEqual({
    added: [],
    problems: [{ path: '$', message }],
  });
  expect(workspace.isDirty).toBe(false);
});

test('exactly one document is taken', async () => {
  const workspace = openWorkspace(BLANK_BLUEPRINT);
  const message = 'Give exactly one of text, url, template and attachment.';
  for (const call of [{}, { text: '', url: 'https://a.example/api.json' }]) {
    expect(await callBuilderTool(workspace, 'import_document', call)).toMatchObject({
      problems: [{ path: '$', message }],
    });
  }
});
