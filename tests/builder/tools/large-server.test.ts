import { expect, test } from 'vitest';
import * as z from 'zod';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { MAX_TEXT, describeValue } from '#app/builder/models/model-text.ts';
import { toCompactText } from '#app/builder/models/to-compact-text.ts';
import { parseJson } from '#app/runtime/json.ts';

import { readDocument } from '../../corpus/corpus.ts';
import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const List = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string() })),
  page: z.object({ number: z.number(), of: z.number(), total: z.number() }),
});
const Found = z.looseObject({ operations: z.array(z.looseObject({ name: z.string() })) });
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
    expect(told).toBe(toCompactText(parseJson(JSON.stringify(answer))));
    read.characters += told.length;
    read.calls += 1;
    return answer;
  };
  return { workspace, read, call };
}

test('of a thousand operations ten become a curated server, and a model reads little', async () => {
  const { workspace, read, call } = openLarge(readDocument('kubernetes-2.0.json'));
  const attachment = 'api.json';
  const found = Found.parse(await call('search_operations', { attachment, find: 'list pods' }));
  expect(found.operations[0]).toMatchObject({ name: 'listCoreV1NamespacedPod', method: 'GET' });
  const imported = await call('import_document', { attachment, only: { tags: ['core_v1'] } });
  expect(imported).toMatchObject({
    changed: [
      '240 tools are added; the server has 240.',
      '774 operations are left out: search_operations lists them, another import adds them.',
    ],
  });
  const names: string[] = [];
  for (let page = 1, of = 1; page <= of; page += 1) {
    const list = List.parse(await call('read_blueprint', { detail: 'list', page }));
    names.push(...list.tools.map(({ name }) => name));
    of = list.page.of;
  }
  expect(names).toEqual(workspace.blueprint.tools.map(({ name }) => name));

  const ten = names.filter((_name, index) => index % 24 === 0);
  const selected = Changed.parse(await call('select_tools', { action: 'keep', names: ten }));
  expect(selected.changed.join()).toMatch(/^10 tools stay, 230 are removed/);
  for (let page = 1, of = 1; page <= of; page += 1) {
    const full = List.parse(await call('read_blueprint', { detail: 'full', page }));
    of = full.page.of;
  }
  const edits = ten.map((name) => ({ name, description: `Does ${name} and nothing else.` }));
  const edited = Changed.parse(await call('edit_tools', { edits }));
  expect(edited.changed).toEqual(['10 tools have another description.']);
  expect(workspace.blueprint.tools).toMatchObject(edits);
  expect(await call('diff_since', {})).toMatchObject({ says: expect.stringContaining('10 added') });
  // 60,000 tokens.
  expect(read.characters).toBeLessThan(200_000);
});
