import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { importDocument, type ImportOptions } from '#app/blueprint/import/import-document.ts';
import { listDocument } from '#app/blueprint/import/list-document.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';

import { library } from '../builder/tools/library.ts';

async function open(options: ImportOptions, text = library()) {
  const outcome = await importDocument(text, options);
  if (!outcome.ok) throw new Error(outcome.message);
  expect(parseBlueprint(outcome.value.blueprint)).toMatchObject({ ok: true });
  return outcome.value;
}

function namesOf({ tools }: Blueprint): string[] {
  return tools.map(({ name }) => name);
}

function edit(blueprint: Blueprint, ...edits: object[]): Blueprint {
  const edited = applyEdits(blueprint, edits);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return edited.value;
}

test('only what is chosen becomes tools, with the definitions of these', async () => {
  const { blueprint, leftOut } = await open({
    only: { tags: ['books'], methods: ['GET', 'POST'] },
  });
  expect(namesOf(blueprint)).toEqual(['listBooks', 'createBook', 'getBook']);
  expect(Object.keys(blueprint.definitions).toSorted()).toEqual(['Author', 'Book']);
  expect(blueprint.upstreams[0]?.auth.map(({ id }) => id)).toEqual(['token']);
  expect(leftOut).toBe(3);
});

test('a tool is the same whatever else is chosen', async () => {
  const whole = await open({});
  expect(whole.leftOut).toBe(0);
  for (const tool of whole.blueprint.tools) {
    const { blueprint } = await open({ only: { names: [tool.name] } });
    expect(blueprint.tools).toEqual([tool]);
    expect(blueprint.definitions).toEqual(
      Object.fromEntries(
        Object.keys(blueprint.definitions).map((name) => [name, whole.blueprint.definitions[name]]),
      ),
    );
  }
});

test('an operation keeps the name that it has among all, although another of that id is left out', async () => {
  const get = { operationId: 'read', responses: { 200: { description: 'Fine.' } } };
  const text = library({ '/a': { get }, '/b': { get } });
  const all = namesOf((await open({}, text)).blueprint);
  const { blueprint } = await open({ only: { paths: ['/b'] } }, text);
  expect(namesOf(blueprint)).toEqual([all[1]]);
  const listed = await listDocument(text);
  expect(listed.ok && listed.value.operations.map(({ names }) => names[0])).toEqual(all);
});

test('another choice adds, and what is there stays as the person left it', async () => {
  const first = await open({ only: { names: ['getBook', 'createBook'] } });
  const before = edit(
    first.blueprint,
    { edit: 'describeTool', name: 'getBook', description: 'My own words.' },
    { edit: 'renameTool', from: 'createBook', to: 'add_book' },
    { edit: 'setUpstream', id: 'api', baseUrl: 'https://staging.library.example/v1' },
    { edit: 'setIdentity', title: 'Mine', description: null, instructions: null, websiteUrl: null },
  );
  const only = { names: ['createBook', 'lendBook', 'listLoans'] };
  const { blueprint, leftOut } = await open({ previous: before, isAddition: true, only });
  expect(namesOf(blueprint)).toEqual(['add_book', 'getBook', 'listLoans', 'lendBook']);
  expect(leftOut).toBe(2);
  expect(blueprint.tools.slice(0, 2)).toEqual(before.tools);
  expect(blueprint.identity).toEqual(before.identity);
  expect(blueprint.sources.map(({ made: _made, ...source }) => source)).toEqual(
    before.sources.map(({ made: _made, ...source }) => source),
  );
  expect(blueprint.upstreams).toHaveLength(1);
  expect(blueprint.upstreams[0]?.baseUrl).toBe('https://staging.library.example/v1');
  expect(blueprint.upstreams[0]?.auth.map(({ id }) => id)).toEqual(['token', 'key']);
  expect(blueprint.secrets).toHaveLength(2);
  expect(Object.keys(blueprint.definitions).toSorted()).toEqual(['Author', 'Book', 'Loan']);
  const again = await open({ previous: blueprint, isAddition: true, only });
  expect(again.blueprint).toEqual(blueprint);
});

test('authentication that the person chose is not joined by that of the document', async () => {
  const first = await open({ only: { names: ['getBook'] } });
  const auth = [{ id: 'own', kind: 'bearer', secret: 'OWN_TOKEN' }];
  const before = edit(first.blueprint, { edit: 'setAuth', upstream: 'api', auth });
  const only = { names: ['lendBook'] };
  const { blueprint } = await open({ previous: before, isAddition: true, only });
  expect(blueprint.upstreams[0]?.auth).toEqual(auth);
  const action = blueprint.tools[1]?.action;
  expect(action).not.toHaveProperty('security');
});

test('a definition that means something else by now gets another name, with all that refer to it', async () => {
  const first = await open({ only: { names: ['getBook'] } });
  const author = { type: 'object', properties: { pen: { type: 'string' } } };
  const before = edit(first.blueprint, { edit: 'setDefinition', name: 'Author', schema: author });
  const only = { names: ['lendBook'] };
  const { blueprint } = await open({ previous: before, isAddition: true, only });
  const { definitions } = blueprint;
  expect(Object.keys(definitions).toSorted()).toEqual([
    'Author',
    'Author_2',
    'Book',
    'Book_2',
    'Loan',
  ]);
  expect(definitions['Author']).toEqual(author);
  expect(definitions['Book_2']).toMatchObject({
    properties: { author: { $ref: '#/$defs/Author_2' } },
  });
  expect(definitions['Loan']).toMatchObject({ properties: { book: { $ref: '#/$defs/Book_2' } } });
});

test('after all its tools are removed, another choice finds the same API', async () => {
  const first = await open({ only: { names: ['getBook'] } });
  const before = edit(first.blueprint, { edit: 'removeTools', names: ['getBook'] });
  expect(before.definitions).toEqual({});
  const only = { names: ['getBook'] };
  const { blueprint } = await open({ previous: before, isAddition: true, only });
  expect(blueprint).toEqual(first.blueprint);
});

test('a choice from a second document leaves the first one alone', async () => {
  const first = await open({ only: { names: ['getBook'] } });
  const other = library().replace('"Library"', '"Archive"').replace('library.example', 'b.example');
  const options = { previous: first.blueprint, isAddition: true, only: { names: ['lendBook'] } };
  const { blueprint, leftOut } = await open(options, other);
  expect(namesOf(blueprint).toSorted()).toEqual(['getBook', 'lendBook']);
  expect(leftOut).toBe(5);
  expect(blueprint.upstreams).toHaveLength(2);
  expect(blueprint.sources).toHaveLength(2);
});

test('a choice that is nowhere in the document makes nothing', async () => {
  const only = { tags: ['Readers'] };
  expect(await importDocument(library(), { only })).toEqual({
    ok: false,
    reason: 'noOperations',
    message: 'only.tags[0]: Nothing has the tag "Readers". There are: Books, Admin, Loans.',
    problems: [
      {
        path: '$.only.tags[0]',
        message: 'Nothing has the tag "Readers". There are: Books, Admin, Loans.',
      },
    ],
  });
});
