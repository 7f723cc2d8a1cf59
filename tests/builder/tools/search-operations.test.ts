import { expect, test } from 'vitest';
import * as z from 'zod';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';

import { library } from './library.ts';
import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const Answer = z.strictObject({
  operations: z.array(z.looseObject({ name: z.string() })),
  tags: z.record(z.string(), z.number()).optional(),
  page: z.strictObject({
    number: z.number(),
    of: z.number(),
    total: z.number(),
    searched: z.number(),
  }),
});

function open() {
  const workspace = openWorkspace(BLANK_BLUEPRINT);
  workspace.attachments = new Map([['library.json', library()]]);
  const call = (input: object) => callBuilderTool(workspace, 'search_operations', input);
  const search = async (input: object) => Answer.parse(await call(input));
  const names = async (input: object) => (await search(input)).operations.map(({ name }) => name);
  return { workspace, call, search, names };
}

const attachment = 'library.json';

test('a document is searched that is not imported, and nothing is made of it', async () => {
  const { workspace, search } = open();
  const { operations, tags, page } = await search({ attachment });
  expect(operations[3]).toEqual({
    name: 'deleteBook',
    method: 'DELETE',
    path: '/books/{id}',
    tags: ['Books', 'Admin'],
    summary: 'Delete a book',
  });
  expect(tags).toEqual({ Books: 4, Loans: 2, Admin: 1 });
  expect(page).toEqual({ number: 1, of: 1, total: 6, searched: 6 });
  expect(workspace.blueprint).toBe(BLANK_BLUEPRINT);
});

test('an operation without a summary is told by its description', async () => {
  const { workspace, search } = open();
  const get = { operationId: 'GetCharges', responses: { 200: { description: 'Fine.' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pay', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/charges': { get: { ...get, description: '<p>Lists what was paid.</p>' } },
      '/plain': { get: { ...get, operationId: 'GetPlain' } },
    },
  };
  workspace.attachments = new Map([['pay.json', JSON.stringify(document)]]);
  const { operations } = await search({ attachment: 'pay.json' });
  expect(operations).toMatchObject([
    { name: 'GetCharges', summary: expect.stringContaining('Lists what was paid.') },
    { name: 'GetPlain', summary: 'Get plain.' },
  ]);
});

test('words rank, and tags, paths and methods narrow', async () => {
  const { names } = open();
  expect((await names({ attachment, find: 'lend book' }))[0]).toBe('lendBook');
  expect(await names({ attachment, find: 'loans', methods: ['GET'] })).toEqual(['listLoans']);
  expect(await names({ attachment, paths: ['/books/*/loans'] })).toEqual(['listLoans']);
  expect(await names({ text: library(), tags: ['admin'] })).toEqual(['deleteBook']);
  expect(await names({ attachment, find: 'weather' })).toEqual([]);
});

test('operations that are tools already are marked, and the tools are searched without a document', async () => {
  const { workspace, search, names } = open();
  const only = { names: ['getBook', 'listLoans'] };
  await callBuilderTool(workspace, 'import_document', { attachment, only });
  await callBuilderTool(workspace, 'rename_tool', { from: 'getBook', to: 'show_book' });
  const { operations } = await search({ attachment });
  const there = operations.filter(({ isTool }) => isTool === true);
  expect(there.map(({ name }) => name)).toEqual(['getBook', 'listLoans']);
  expect(await names({ find: 'book' })).toEqual(['show_book', 'listLoans']);
  expect(await names({ tags: ['Loans'] })).toEqual(['listLoans']);
});

test('of many that fit the best come first, in pages', async () => {
  const { search } = open();
  const get = (name: string) => ({ get: { operationId: name, responses: {} } });
  const paths = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`/things/${index}`, get(`thing_${index}`)]),
  );
  const text = library({ ...paths, '/things/best': get('find_best_thing') });
  const first = await search({ text, find: 'best thing' });
  expect(first.operations[0]?.name).toBe('find_best_thing');
  expect(first.page).toEqual({ number: 1, of: 3, total: 61, searched: 61 });
  const last = await search({ text, find: 'best thing', page: 3 });
  expect(last.operations).toHaveLength(11);
});

test('a tag that is nowhere, two documents and one that is no document are named', async () => {
  const { call } = open();
  expect(await call({ attachment, tags: ['Readers'] })).toEqual({
    problems: [
      {
        path: '$.tags[0]',
        message: 'Nothing has the tag "Readers". There are: Books, Admin, Loans.',
      },
    ],
  });
  expect(await call({ attachment, text: '{}' })).toMatchObject({ problems: [{ path: '$' }] });
  expect(await call({ attachment: 'other.json' })).toEqual({
    problems: [
      {
        path: '$.attachment',
        message: 'No document named "other.json" is attached. There are: library.json.',
      },
    ],
  });
  expect(await call({ text: 'hello' })).toMatchObject({ problems: [{ path: '$' }] });
});

test('of very many tags the largest are counted, and the number of the others is told', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 230 }, (_, index) => [
      `/a${index}`,
      { get: { tags: [`t${index}`], responses: { 204: { description: 'Done.' } } } },
    ]),
  );
  const told = await callBuilderTool(openWorkspace(), 'search_operations', {
    text: library(paths),
  });
  expect(Object.keys(told['tags'] as object)).toHaveLength(200);
  expect(told['moreTags']).toMatch(/^30 more tags/);
  const below = { text: library(paths), paths: ['/a229'] };
  expect(await callBuilderTool(openWorkspace(), 'search_operations', below)).toMatchObject({
    tags: { t229: 1 },
  });
});
