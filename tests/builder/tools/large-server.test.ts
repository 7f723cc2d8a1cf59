import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { MAX_TEXT, describeValue } from '#app/builder/models/model-text.ts';

import { readDocument } from '../../corpus/corpus.ts';
import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const List = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string(), method: z.string(), path: z.string() })),
  page: z.object({ number: z.number(), of: z.number(), total: z.number() }),
});
const Found = z.looseObject({
  operations: z.array(z.looseObject({ name: z.string(), method: z.string() })),
  tags: z.record(z.string(), z.number()).optional(),
});
const Changed = z.looseObject({
  changed: z.array(z.string()),
  problems: z.array(z.unknown()).max(0),
});

/** A workspace with a large document attached, and the sum of what a model reads of it. */
function openLarge(text: string) {
  const workspace = openWorkspace(BLANK_BLUEPRINT);
  workspace.attachments = new Map([['api.json', text]]);
  const read = { characters: 0, calls: 0 };
  const call = async (name: string, input: object) => {
    const answer = await callBuilderTool(workspace, name, input);
    const told = describeValue(answer);
    expect(told.length).toBeLessThan(MAX_TEXT);
    // What a model reads is all of it.
    expect(JSON.parse(told)).toEqual(JSON.parse(JSON.stringify(answer)));
    read.characters += told.length;
    read.calls += 1;
    return answer;
  };
  return { workspace, read, call };
}

test('of a thousand operations ten become a curated server, and a model reads little', async () => {
  const file = process.env['LARGE'];
  const text = file ? readFileSync(file, 'utf8') : readDocument('kubernetes-2.0.json');
  const { workspace, read, call } = openLarge(text);
  const overview = Found.parse(
    await call('search_operations', { attachment: 'api.json', find: 'list pods' }),
  );
  console.log(read, JSON.stringify(overview).slice(0, 1500));
  const only = file ? { paths: ['/v1/**'] } : { tags: ['core_v1'] };
  const imported = await call('import_document', { attachment: 'api.json', only });
  console.log(read, imported['changed'], JSON.stringify(imported).length);
  const names: string[] = [];
  for (let page = 1, of = 1; page <= of; page += 1) {
    const list = List.parse(await call('read_blueprint', { detail: 'list', page }));
    names.push(...list.tools.map(({ name }) => name));
    of = list.page.of;
    if (page === 1) console.log(JSON.stringify(list).slice(0, 2500));
  }
  console.log(read, names.length);
  expect(names).toEqual(workspace.blueprint.tools.map(({ name }) => name));
  const ten = names
    .filter((_name, index) => index % Math.floor(names.length / 10) === 0)
    .slice(0, 10);
  const selected = await call('select_tools', { keep: { names: ten } });
  console.log(read, selected);
  const full = await call('read_blueprint', { names: ten, detail: 'full' });
  console.log(read, full['page'], JSON.stringify(full).slice(0, 6000));
  const edits = ten.map((name) => ({ name, description: `Does ${name} and nothing else.` }));
  const edited = Changed.parse(await call('edit_tools', { edits }));
  console.log(read, edited, Object.keys(workspace.blueprint.definitions).length);
  expect(workspace.blueprint.tools).toHaveLength(10);
});
