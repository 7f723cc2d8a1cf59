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

test('warnings are counted, and all of them are read page by page', async () => {
  const workspace = openWorkspace();
  const paths = Object.fromEntries(
    Array.from({ length: 90 }, (_, index) => [
      `/a${index}`,
      { get: { responses: {} }, [`odd${index}`]: { note: 'x'.repeat(60) } },
    ]),
  );
  const told = await callBuilderTool(workspace, 'import_document', { text: library(paths) });
  expect(told['warnings']).toHaveLength(10);
  expect(told['moreWarnings']).toMatch(/^8\d more warnings: read_blueprint/);
  const seen: object[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const read = await callBuilderTool(workspace, 'read_blueprint', { parts: ['warnings'], page });
    last = (read['page'] as { of: number }).of;
    seen.push(...(read['warnings'] as object[]));
  }
  expect(seen.length).toBe(workspace.warnings.length);
  expect(JSON.stringify(seen)).toContain('odd89');
  // They are told where they are asked for, and once however often the document is imported.
  await callBuilderTool(workspace, 'import_document', { text: library(paths) });
  expect(workspace.warnings).toHaveLength(seen.length);
  expect(await callBuilderTool(workspace, 'read_blueprint', {})).not.toHaveProperty('warnings');
});
