import { expect, test } from 'vitest';

import { UPSTREAM_DOCUMENT } from '../../fakes/upstream-document.ts';
import petstore from '../../specs/petstore-3.0.json?raw';
import { openDraft } from './open-draft.workerd.ts';
import { callBuilderTool } from './open-workspace.ts';

const code = (source: string, name = 'coded') => ({ name, code: { source } });

test('import_document makes tools of a document, of an attachment, and of nothing else', async () => {
  const workspace = await openDraft();
  const added = await callBuilderTool(workspace, 'import_document', {
    text: JSON.stringify(UPSTREAM_DOCUMENT),
  });
  expect(added).toMatchObject({ added: expect.arrayContaining(['echo']), problems: [] });
  workspace.attachments = new Map([['pets.json', petstore]]);
  const attached = await callBuilderTool(workspace, 'import_document', { attachment: 'pets.json' });
  expect(attached).toMatchObject({ problems: [] });
  expect(attached['added']).not.toEqual([]);
  for (const wrong of [{}, { text: 'no document' }, { attachment: 'other.json' }]) {
    const refused = await callBuilderTool(workspace, 'import_document', wrong);
    expect(refused).toMatchObject({ added: [], problems: [{ message: expect.any(String) }] });
  }
});

test('a template is searched, a part of it imported, and a part of an attachment added', async () => {
  const workspace = await openDraft();
  const template = 'stripe-support';
  const found = await callBuilderTool(workspace, 'search_operations', { template, find: 'refund' });
  const { operations } = found as { operations: { name: string }[] };
  const names = operations.slice(0, 1).map(({ name }) => name);
  const some = { template, only: { names } };
  expect(await callBuilderTool(workspace, 'import_document', some)).toMatchObject({ added: names });
  workspace.attachments = new Map([['pets.json', petstore]]);
  const more = { attachment: 'pets.json', only: { tags: ['store'], methods: ['GET'] } };
  await callBuilderTool(workspace, 'import_document', more);
  expect(workspace.blueprint.tools).toHaveLength(3);
  expect(await workspace.settle()).toEqual([]);
  const none = { template: 'nothing', find: 'refund' };
  expect(await callBuilderTool(workspace, 'search_operations', none)).toEqual({
    problems: [{ path: '$', message: 'There is no template "nothing".' }],
  });
});

const DOUBLE = 'export default async (args: { n: number }) => ({ doubled: args.n * 2 });';
const NUMBER = [{ name: 'n', type: 'number', required: true }];

test('run_checks reports, and tells what is different since the report before', async () => {
  const workspace = await openDraft();
  await callBuilderTool(workspace, 'import_document', { text: petstore });
  const before = await callBuilderTool(workspace, 'run_checks', {});
  expect(before).toMatchObject({ score: expect.any(Number), fails: expect.any(Array) });
  expect(before).not.toHaveProperty('delta');
  const [tool] = workspace.blueprint.tools;
  workspace.edit([{ edit: 'describeTool', name: tool?.name, description: null }], []);
  const after = await callBuilderTool(workspace, 'run_checks', {});
  expect(after).toMatchObject({
    delta: { broken: expect.any(Array), score: { to: after['score'] } },
  });
  const { delta } = after as { delta: { broken: string[] } };
  expect(delta.broken).not.toEqual([]);
});

test('fix_findings puts right what the report can, and says what is left', async () => {
  const workspace = await openDraft();
  await callBuilderTool(workspace, 'import_document', { text: petstore });
  const fixed = await callBuilderTool(workspace, 'fix_findings', {});
  expect(fixed).toMatchObject({ fixed: expect.any(Array), left: expect.any(Array) });
  const { left } = fixed as { left: { canFix: boolean }[] };
  expect(left.filter(({ canFix }) => canFix)).toEqual([]);
});

test('fix_findings tells each change in a sentence, before it is made and after', async () => {
  const workspace = await openDraft();
  await callBuilderTool(workspace, 'import_document', { text: JSON.stringify(UPSTREAM_DOCUMENT) });
  const [tool] = workspace.blueprint.tools;
  workspace.edit([{ edit: 'setAnnotations', name: tool?.name, annotations: null }], []);
  const ids = ['tools.hints'];
  const preview = await callBuilderTool(workspace, 'fix_findings', { ids, preview: true });
  const [sentence] = (preview as { wouldChange: string[] }).wouldChange;
  expect(sentence).toMatch(new RegExp(`^${tool?.name} is marked .*: its request is [A-Z]+\\.$`));
  expect(workspace.blueprint.tools[0]?.annotations).toBeUndefined();
  const fixed = await callBuilderTool(workspace, 'fix_findings', { ids });
  expect(fixed).toMatchObject({ fixed: ids, changed: [sentence] });
});

test('code whose only run fails is found by the report, and code that ran is not', async () => {
  const workspace = await openDraft();
  await callBuilderTool(workspace, 'upsert_tool', {
    ...code('export default async () => { throw new Error("no such field"); };', 'broken'),
    description: 'Reads what is not there, to see what happens then.',
  });
  const broken = await callBuilderTool(workspace, 'run_checks', {});
  expect(broken).toMatchObject({
    verdict: expect.stringMatching(/^\d+ things? to fix$/),
    fails: expect.arrayContaining([
      expect.objectContaining({
        id: 'tools.codeRuns',
        evidence: expect.stringMatching(/broken .*no such field/),
      }),
    ]),
  });
  expect(broken['score']).toBeLessThan(75);
  await callBuilderTool(workspace, 'upsert_tool', code(DOUBLE, 'broken'));
  await callBuilderTool(workspace, 'upsert_tool', { name: 'broken', arguments: NUMBER });
  const repaired = await callBuilderTool(workspace, 'run_checks', {});
  const { fails } = repaired as { fails: { id: string }[] };
  expect(fails.map(({ id }) => id)).not.toContain('tools.codeRuns');
});

test('code is loaded and run with its examples at once', async () => {
  const workspace = await openDraft();
  const source = DOUBLE;
  await callBuilderTool(workspace, 'upsert_tool', { ...code(source), arguments: NUMBER });
  const example = { tool: 'coded', arguments: { n: 21 } };
  await callBuilderTool(workspace, 'add_example', example);
  const changed = await callBuilderTool(workspace, 'upsert_tool', code(`${source}\n`));
  expect(changed).toMatchObject({
    problems: [],
    runs: [{ arguments: { n: 21 }, isError: false, text: expect.stringContaining('42') }],
  });
});

test.each([
  ['does not parse', 'export default async () => {\n  return ];\n};', /[Ll]ine 2, column \d+/],
  ['does not start', 'const a = b;\nexport default async () => a;', /line 1, column \d+/],
])('code that %s is told with its place, and taken back', async (_what, source, place) => {
  const workspace = await openDraft();
  const refused = await callBuilderTool(workspace, 'upsert_tool', code(source));
  expect(refused).toMatchObject({
    changed: [],
    problems: [{ message: expect.stringMatching(place) }],
  });
  expect(workspace.blueprint.tools).toEqual([]);
  expect(await workspace.settle()).toEqual([]);
});

test('code that spins although it looks as if it ends is ended, and its error told', async () => {
  const workspace = await openDraft();
  const source = 'export default async () => { let n = 1; while (n > 0) n += 1; return n; };';
  await callBuilderTool(workspace, 'upsert_tool', code(source));
  await callBuilderTool(workspace, 'add_example', { tool: 'coded', arguments: {} });
  const ran = await callBuilderTool(workspace, 'upsert_tool', code(`${source}\n`));
  expect(ran).toMatchObject({
    runs: [{ isError: true, text: expect.stringContaining('too many loop iterations') }],
  });
});
