import { expect, test } from 'vitest';
import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { MAX_TEXT } from '#app/builder/models/model-text.ts';
import { toDraftFacts } from '#app/builder/tools/read-blueprint.ts';
import { toPieces } from '#app/builder/tools/reading/to-pages.ts';

import { importedBlueprint } from '../../readiness/imported-blueprint.ts';
import { callBuilderTool, edit, openWorkspace, SMALL } from './open-workspace.ts';

const Answer = z.strictObject({
  detail: z.enum(['list', 'full']),
  server: z.looseObject({}).optional(),
  tools: z.array(z.looseObject({ name: z.string() })),
  resources: z.array(z.looseObject({ uri: z.string() })).optional(),
  prompts: z.array(z.looseObject({ name: z.string() })).optional(),
  pieces: z
    .array(
      z.strictObject({ of: z.string(), piece: z.number(), pieces: z.number(), json: z.string() }),
    )
    .optional(),
  templates: z.array(z.looseObject({ id: z.string() })).optional(),
  page: z.strictObject({ number: z.number(), of: z.number(), total: z.number() }),
});

/** An argument whose items have fields. */
const Nested = z.looseObject({
  items: z.looseObject({ fields: z.array(z.looseObject({})).optional() }).optional(),
});

function open(blueprint: Blueprint = SMALL) {
  const workspace = openWorkspace(blueprint);
  const call = (input: object) => callBuilderTool(workspace, 'read_blueprint', input);
  return { workspace, call, read: async (input: object) => Answer.parse(await call(input)) };
}

/** All pages of an answer. */
async function readAll(blueprint: Blueprint, input: object) {
  const { read } = open(blueprint);
  const pages = [await read(input)];
  for (let page = 2; page <= (pages[0]?.page.of ?? 1); page += 1) {
    pages.push(await read({ ...input, page }));
  }
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(MAX_TEXT - 10_000);
  return pages;
}

/** A server with a tool of each kind of argument, and with texts that no list shows. */
async function rich(): Promise<Blueprint> {
  const { workspace } = open();
  await callBuilderTool(workspace, 'upsert_tool', {
    name: 'create_order',
    title: 'Create an order',
    description: `Creates an order. ${'x'.repeat(1_000)}`,
    request: { method: 'POST', url: '/orders' },
    arguments: [
      {
        name: 'colour',
        enum: Array.from({ length: 40 }, (_, index) => `c${index}`),
        default: 'c1',
        description: 'y'.repeat(1_000),
      },
      { name: 'days', items: 'integer', required: true },
    ],
    constants: [{ in: 'header', name: 'X-Channel', value: 'mcp' }],
  });
  return edit(
    workspace.blueprint,
    { edit: 'setAuth', upstream: 'api', auth: [{ id: 'k', kind: 'bearer', secret: 'TOKEN' }] },
    { edit: 'addExample', name: 'create_order', example: { arguments: { body: { days: [1] } } } },
    {
      edit: 'upsertResource',
      resource: { uri: 'doc://a', name: 'a', content: { kind: 'text', text: 'All of it.' } },
    },
    {
      edit: 'upsertPrompt',
      prompt: { name: 'greet', arguments: [], messages: [{ role: 'user', text: 'Say hello.' }] },
    },
  );
}

test('a small server is read in full at once', async () => {
  const { read } = open(await rich());
  const { detail, server, tools, resources, prompts, templates, page } = await read({});
  expect(detail).toBe('full');
  expect(page).toEqual({ number: 1, of: 1, total: 6 });
  expect(server).toMatchObject({
    identity: { name: 'new-server' },
    counts: { tools: 3, off: 0, resources: 1, prompts: 1 },
    upstreams: [{ id: 'api', auth: [{ kind: 'bearer', secret: 'TOKEN' }] }],
    secrets: [{ name: 'TOKEN' }],
  });
  expect(tools).toMatchObject([
    {
      name: 'get_user',
      method: 'GET',
      path: '/users/{id}',
      arguments: [{ name: 'id', in: 'path', type: 'integer', required: true }],
    },
    { name: 'get_order' },
    {
      title: 'Create an order',
      description: `Creates an order. ${'x'.repeat(1_000)}`,
      constants: [{ in: 'header', name: 'X-Channel', value: 'mcp' }],
      examples: [{ arguments: { body: { days: [1] } } }],
      arguments: [
        { name: 'colour', in: 'body', default: 'c1', description: 'y'.repeat(1_000) },
        { name: 'days', in: 'body', type: 'array', items: 'integer', required: true },
      ],
      body: { contents: [{ mediaType: 'application/json' }] },
    },
  ]);
  expect(tools[2]?.['arguments']).toHaveProperty('[0].enum.length', 40);
  expect(resources).toMatchObject([{ uri: 'doc://a', content: { text: 'All of it.' } }]);
  expect(prompts).toMatchObject([{ name: 'greet', messages: [{ text: 'Say hello.' }] }]);
  expect(templates).toBeUndefined();
});

test('a list has a line for each part, and templates are told when they are asked for', async () => {
  const { read } = open(await rich());
  const { tools, resources, templates } = await read({ detail: 'list', templates: true });
  expect(tools[2]).toEqual({
    name: 'create_order',
    method: 'POST',
    path: '/orders',
    description: 'Creates an order.',
  });
  expect(resources).toEqual([{ uri: 'doc://a', name: 'a' }]);
  expect(templates?.map(({ id }) => id)).toContain('weather');
});

test('tools are read by name, method, path and text, and parts alone', async () => {
  const { read } = open(await rich());
  const names = async (input: object) => (await read(input)).tools.map(({ name }) => name);
  expect(await names({ names: ['get_order'] })).toEqual(['get_order']);
  expect(await names({ methods: ['post'] })).toEqual(['create_order']);
  expect(await names({ paths: ['/orders'] })).toEqual(['get_order', 'create_order']);
  expect(await names({ paths: ['/orders'], find: 'x-channel mcp' })).toEqual(['create_order']);
  const { server, tools, prompts } = await read({ parts: ['prompts'] });
  expect([server, tools, prompts?.length]).toEqual([undefined, [], 1]);
  expect(await read({ find: 'hello' })).toMatchObject({ tools: [], prompts: [{ name: 'greet' }] });
});

test('what is nowhere is named with what is there', async () => {
  const { call } = open();
  expect(await call({ names: ['get_users'] })).toEqual({
    problems: [
      {
        path: '$.names[0]',
        message: 'Nothing is called "get_users". Close to it: get_user, get_order.',
      },
    ],
  });
  expect(await call({ page: 3 })).toEqual({
    problems: [{ path: '$.page', message: 'There is no page 3: the last one is 1.' }],
  });
});

test('a large server is listed first, each tool once, and read in full page by page', async () => {
  const blueprint = await importedBlueprint('asana-3.0.json');
  const names = blueprint.tools.map(({ name }) => name);
  const lists = await readAll(blueprint, {});
  expect(lists.map(({ detail }) => detail)).toEqual(lists.map(() => 'list'));
  expect(lists.flatMap(({ tools }) => tools.map(({ name }) => name))).toEqual(names);
  expect(lists.map(({ server }) => server !== undefined)).toEqual(lists.map((_, at) => at === 0));
  const pages = await readAll(blueprint, { detail: 'full', tags: ['Tasks'] });
  const read = pages.flatMap(({ tools, pieces = [] }) => [
    ...tools.map(({ name }) => name),
    ...pieces.filter(({ piece }) => piece === 1).map(({ of }) => of),
  ]);
  const wanted = blueprint.tools.filter(({ origin }) => origin?.tag === 'Tasks');
  expect(read.toSorted()).toEqual(wanted.map(({ name }) => name).toSorted());
});

test('what no page holds comes in pieces that together are all of it', async () => {
  const text = '"😀\\'.repeat(12_000);
  const resource = { uri: 'doc://long', name: 'long', content: { kind: 'text', text } };
  const long = edit(SMALL, { edit: 'upsertResource', resource });
  const pages = await readAll(long, { detail: 'full', parts: ['resources'] });
  const pieces = pages.flatMap((page) => page.pieces ?? []);
  expect(pieces.length).toBeGreaterThan(5);
  expect(JSON.parse(pieces.map(({ json }) => json).join(''))).toEqual(resource);
});

test('no character is cut in two', () => {
  for (const beginning of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
    const value = beginning + '"😀\\'.repeat(6_000);
    const pieces = toPieces('long', value).map(({ json }) => json);
    expect(pieces.every((json) => json.isWellFormed())).toBe(true);
    expect(JSON.parse(pieces.join(''))).toBe(value);
  }
});

test('nested fields are told, a definition that comes again by its name', async () => {
  const { workspace, read } = open();
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Trees', version: '1' },
    servers: [{ url: 'https://trees.example' }],
    paths: {
      '/trees': {
        post: {
          operationId: 'plant',
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
          },
          responses: {
            200: {
              description: 'Fine.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Node: {
          type: 'object',
          properties: {
            label: { type: 'string', pattern: '^[a-z]+$', minLength: 2 },
            size: { type: 'object', properties: { cm: { type: 'integer' } }, required: ['cm'] },
            children: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Node' } },
          },
        },
      },
    },
  });
  await callBuilderTool(workspace, 'import_document', { text });
  const { tools } = await read({ names: ['plant'] });
  expect(tools[0]).toMatchObject({
    arguments: [
      { name: 'label', in: 'body', pattern: '^[a-z]+$', minLength: 2 },
      { name: 'size', fields: [{ name: 'cm', type: 'integer', required: true }] },
      {
        name: 'children',
        maxItems: 3,
        items: {
          definition: 'Node',
          fields: [{}, {}, { name: 'children', items: { definition: 'Node' } }],
        },
      },
    ],
    returns: ['label string', 'size.cm integer', 'children[] Node …'],
  });
  const [, , children] = z.array(Nested).parse(tools[0]?.['arguments']);
  expect(children?.items?.fields?.[2]?.['items']).toEqual({ definition: 'Node' });
  const { tools: below } = await read({ names: ['plant'], below: 'children[]' });
  expect(below).toEqual([
    {
      name: 'plant',
      below: 'children[]',
      returns: [
        'children[].label string',
        'children[].size.cm integer',
        'children[].children[] Node …',
      ],
    },
  ]);
});

test('code is read in full', async () => {
  const { workspace, read } = open();
  const source = 'export default () => ({ answer: 42 });\n';
  const inputSchema = { type: 'object', properties: { a: { type: 'string' } } };
  const tool = { name: 'answer', enabled: false, inputSchema, action: { kind: 'code', source } };
  workspace.edit([{ edit: 'upsertTool', tool }], []);
  const { tools } = await read({ names: ['answer'] });
  expect(tools[0]).toMatchObject({
    kind: 'code',
    source,
    enabled: false,
    arguments: [{ name: 'a' }],
  });
  const list = await read({ detail: 'list' });
  expect(list.tools[2]).toEqual({ name: 'answer', kind: 'code', enabled: false });
});

test('the built-in builder reads the whole draft in short', async () => {
  const blueprint = await rich();
  const told = await callBuilderTool(openWorkspace(blueprint), 'read_blueprint', {
    facts: true,
  });
  expect(told).toEqual(toDraftFacts(blueprint));
  expect(told).toMatchObject({
    tools: [
      {},
      {},
      { description: expect.stringMatching(/x…$/), arguments: [{ enum: { length: 30 } }, {}] },
    ],
  });
});
