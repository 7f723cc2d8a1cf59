import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toToolFacts } from '#app/builder/tools/read-blueprint.ts';
import { buildRequest } from '#app/runtime/request/build-request.ts';

import { callBuilderTool, edit, openWorkspace, SMALL } from './open-workspace.ts';

const BASE = 'https://api.example.com';

async function upsert(...changes: object[]) {
  const workspace = openWorkspace();
  const answers = [];
  for (const change of changes) {
    answers.push(await callBuilderTool(workspace, 'upsert_tool', { name: 'probe', ...change }));
  }
  const tool = workspace.blueprint.tools.find(({ name }) => name === 'probe');
  return { workspace, tool, answer: answers.at(-1), facts: factsOf(workspace.blueprint) };
}

function factsOf(blueprint: Blueprint) {
  const tool = blueprint.tools.find(({ name }) => name === 'probe');
  const facts = tool ? toToolFacts(tool, blueprint).arguments : [];
  return Object.fromEntries(facts.map((each) => [each.name, each]));
}

function send(
  tool: Blueprint['tools'][number] | undefined,
  args: Parameters<typeof buildRequest>[1],
) {
  if (tool?.action.kind !== 'http') throw new Error('There is no such request.');
  return buildRequest(tool.action, args);
}

const SEARCH = { request: { method: 'GET', url: `${BASE}/search` } };
const CREATE = { request: { method: 'POST', url: `${BASE}/users` } };

test('an argument carries every fact that is given', async () => {
  const { tool } = await upsert({
    ...SEARCH,
    arguments: [
      { name: 'tags', items: 'string', enum: ['a', 'b'], maxItems: 5 },
      { name: 'from', format: 'date', required: true },
      { name: 'code', pattern: '^[A-Z]+$', minLength: 2, maxLength: 3 },
      { name: 'limit', maximum: 100, default: 20 },
    ],
  });
  expect(tool?.inputSchema).toMatchObject({
    required: ['from'],
    properties: {
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 5 },
      from: { type: 'string', format: 'date' },
      code: { type: 'string', pattern: '^[A-Z]+$', minLength: 2, maxLength: 3 },
      limit: { type: 'integer', maximum: 100, default: 20 },
    },
  });
  expect(send(tool, { tags: ['a', 'b'], from: '2026-01-01' }).path).toBe(
    '/search?tags=a&tags=b&from=2026-01-01',
  );
});

test('a fact that no longer holds is gone, a default follows the type', async () => {
  const { tool } = await upsert(
    { ...SEARCH, arguments: [{ name: 'limit', type: 'integer', maximum: 50, default: 5 }] },
    { arguments: [{ name: 'limit', clear: ['maximum'] }] },
    { arguments: [{ name: 'limit', type: 'string' }] },
    { arguments: [{ name: 'size', type: 'integer', enum: ['10', '20'], default: 'all' }] },
  );
  expect(tool?.inputSchema['properties']).toEqual({
    limit: { type: 'string', default: '5' },
    size: { type: 'integer', enum: [10, 20] },
  });
});

test('one of several values becomes a list of them', async () => {
  const { tool } = await upsert(
    { ...SEARCH, arguments: [{ name: 'state', enum: ['open', 'done'], description: 'Which.' }] },
    { arguments: [{ name: 'state', type: 'array' }] },
  );
  expect(tool?.inputSchema['properties']).toEqual({
    state: {
      type: 'array',
      description: 'Which.',
      items: { type: 'string', enum: ['open', 'done'] },
    },
  });
});

test('an argument is sent under another name, in the query and in the body', async () => {
  const query = await upsert({ ...SEARCH, arguments: [{ name: 'text', sentAs: 'q' }] });
  expect(send(query.tool, { text: 'tea' }).path).toBe('/search?q=tea');
  const body = await upsert({
    ...CREATE,
    arguments: [{ name: 'assignee', sentAs: 'assigned_to' }],
  });
  expect(send(body.tool, { body: { assignee: 'Kim' } }).body).toBe('{"assigned_to":"Kim"}');
  expect(body.facts['assignee']).toMatchObject({ in: 'body', sentAs: 'assigned_to' });
});

test('a name that clients refuse is only used on the wire, and found by it', async () => {
  const { tool, facts } = await upsert(
    { ...SEARCH, arguments: [{ name: 'filter[state]' }] },
    { arguments: [{ name: 'filter[state]', enum: ['open', 'done'] }] },
  );
  expect(facts).toEqual({
    filter_state: expect.objectContaining({ sentAs: 'filter[state]', enum: ['open', 'done'] }),
  });
  expect(send(tool, { filter_state: 'open' }).path).toBe('/search?filter%5Bstate%5D=open');
});

test('a known argument moves with its schema and its need', async () => {
  const { tool, facts } = await upsert(
    {
      ...CREATE,
      arguments: [
        { name: 'trace', in: 'query', type: 'integer', required: true },
        { name: 'email', required: true, format: 'email' },
      ],
    },
    { arguments: [{ name: 'trace', in: 'header', sentAs: 'X-Trace' }] },
    { arguments: [{ name: 'email', in: 'query' }] },
  );
  expect(facts['trace']).toMatchObject({ in: 'header', type: 'integer', required: true });
  expect(facts['email']).toMatchObject({ in: 'query', format: 'email', required: true });
  expect(tool?.action).not.toHaveProperty('body');
  const { path, headers } = send(tool, { trace: 4, email: 'a@b.example' });
  expect(path).toBe('/users?email=a%40b.example');
  expect(headers).toContainEqual(['X-Trace', '4']);
});

test('a path and a body may use one name for two arguments', async () => {
  const { tool } = await upsert({
    request: { method: 'PUT', url: `${BASE}/users/{id}` },
    arguments: [
      { name: 'id', in: 'path', type: 'integer' },
      { name: 'id', in: 'body', type: 'string' },
    ],
  });
  const { path, body } = send(tool, { id: 4, body: { id: 'four' } });
  expect([path, body]).toEqual(['/users/4', '{"id":"four"}']);
});

test('renaming keeps the name on the wire, but for a property of the body', async () => {
  const { tool, answer, facts } = await upsert(
    {
      request: { method: 'PATCH', url: `${BASE}/users/{id}` },
      arguments: [
        { name: 'q', in: 'query' },
        { name: 'mail', in: 'body' },
        { name: 'tel', in: 'body' },
      ],
    },
    {
      renameArguments: [
        { from: 'id', to: 'user_id' },
        { from: 'q', to: 'text' },
        { from: 'mail', to: 'email' },
        { from: 'tel', to: 'phone', sentAs: 'tel' },
      ],
    },
  );
  expect(answer?.['problems']).toEqual([]);
  const sent = send(tool, { user_id: '1', text: 'x', body: { email: 'e', phone: 'p' } });
  expect([sent.path, sent.body]).toEqual(['/users/1?q=x', '{"email":"e","tel":"p"}']);
  expect(Object.keys(facts)).toEqual(['user_id', 'text', 'email', 'phone']);
});

test.each(['toString', 'constructor', '__proto__'])('%s is a name like any other', async (name) => {
  const { tool, facts } = await upsert(
    { ...CREATE, arguments: [{ name, in: 'body', type: 'integer', required: true }] },
    { arguments: [{ name, maximum: 5 }] },
  );
  expect(Object.entries(facts)).toEqual([
    [name, { name, in: 'body', type: 'integer', required: true, maximum: 5 }],
  ]);
  const args = JSON.parse(`{"body":{"${name}":3}}`);
  expect(send(tool, args).body).toBe(`{"${name}":3}`);
  const renamed = await upsert(
    { ...SEARCH, arguments: [{ name, in: 'query' }] },
    { renameArguments: [{ from: name, to: 'plain' }] },
  );
  expect(send(renamed.tool, { plain: '1' }).path).toBe(`/search?${name}=1`);
});

test('a form and files are written as such', async () => {
  const form = await upsert({ ...CREATE, bodyType: 'form', arguments: [{ name: 'a' }] });
  expect(send(form.tool, { body: { a: 'b c' } }).body).toBe('a=b+c');
  const { tool } = await upsert({
    ...CREATE,
    bodyType: 'multipart',
    arguments: [{ name: 'file', format: 'binary', required: true }, { name: 'note' }],
  });
  const args = { body: { file: { data: 'aGk=', name: 'hi.txt' }, note: 'n' } };
  const { body } = send(tool, args);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  expect(text).toContain('name="file"; filename="hi.txt"');
  const changed = await upsert({ ...CREATE, arguments: [{ name: 'a' }] }, { bodyType: 'form' });
  expect(send(changed.tool, { body: { a: '1' } }).body).toBe('a=1');
});

test('a list may be the whole body', async () => {
  const schema = { type: 'array', items: { type: 'object' } };
  const { tool } = await upsert({ ...CREATE, arguments: [{ name: 'body', in: 'body', schema }] });
  expect(send(tool, { body: [{ a: 1 }] }).body).toBe('[{"a":1}]');
});

test('a body that is shared is changed for this tool only', async () => {
  const { workspace } = await upsert({ ...CREATE, arguments: [{ name: 'name', required: true }] });
  const { blueprint } = workspace;
  const tool = blueprint.tools.find(({ name }) => name === 'probe');
  if (!tool) throw new Error('The tool is not there.');
  const shared = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
  };
  const inputSchema = { type: 'object', properties: { body: { $ref: '#/$defs/User' } } };
  workspace.edit(
    [
      { edit: 'setDefinition', name: 'User', schema: shared },
      { edit: 'upsertTool', tool: { ...tool, inputSchema } },
      { edit: 'upsertTool', tool: { ...tool, name: 'other', inputSchema } },
    ],
    [],
  );
  const change = { name: 'probe', arguments: [{ name: 'age', maximum: 130 }] };
  await callBuilderTool(workspace, 'upsert_tool', change);
  expect(Object.keys(factsOf(workspace.blueprint))).toEqual(['name', 'age']);
  expect(workspace.blueprint.definitions['User']).toEqual(shared);
});

test.each([
  [{ removeArguments: ['nothing'] }, '$.removeArguments[0]', 'probe has no argument "nothing".'],
  [
    { renameArguments: [{ from: 'a', to: 'b' }] },
    '$.renameArguments[0]',
    'probe has no argument "a".',
  ],
  [
    { arguments: [{ name: 'x', in: 'path' }] },
    '$.arguments[0]',
    'The path has no {x}: give the request with it.',
  ],
  [
    { arguments: [{ name: 'x', in: 'body' }] },
    '$.arguments[0]',
    'GET has no body, so "x" cannot go there.',
  ],
])('what cannot be is told in a sentence: %j', async (change, path, message) => {
  const { answer } = await upsert(SEARCH, change);
  expect(answer).toEqual({ changed: [], problems: [{ path, message }] });
});

const FULL = {
  name: 'tags',
  items: 'string',
  description: 'Words.',
  pattern: '^[a-z]+$',
  minLength: 2,
  maxLength: 9,
  minItems: 1,
  maxItems: 5,
  default: ['ab'],
};

test('every fact of an argument can be taken away', async () => {
  const workspace = openWorkspace();
  const put = (argument: object) =>
    callBuilderTool(workspace, 'upsert_tool', { name: 'get_user', arguments: [argument] });
  await put(FULL);
  const clear = [
    'description',
    'pattern',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'default',
  ];
  expect(await put({ name: 'tags', clear })).toMatchObject({ problems: [] });
  const { inputSchema } = workspace.blueprint.tools[0] ?? {};
  expect(inputSchema).toHaveProperty('properties.tags', {
    type: 'array',
    items: { type: 'string' },
  });
});

test('a description of items, and what a shared schema says for others, stays', async () => {
  const blueprint = edit(
    SMALL,
    {
      edit: 'setDefinition',
      name: 'Code',
      schema: { type: 'string', pattern: '^x', maxLength: 3 },
    },
    {
      edit: 'upsertTool',
      tool: {
        ...SMALL.tools[0],
        inputSchema: { type: 'object', properties: { id: { $ref: '#/$defs/Code' } } },
      },
    },
  );
  const workspace = openWorkspace(blueprint);
  await callBuilderTool(workspace, 'upsert_tool', {
    name: 'get_user',
    arguments: [{ name: 'id', clear: ['pattern'] }],
  });
  expect(workspace.blueprint.tools[0]?.inputSchema).toHaveProperty('properties.id', {
    type: 'string',
    maxLength: 3,
  });
});

test('alternatives of a value lose a fact too', async () => {
  const workspace = openWorkspace();
  const schema = { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] };
  const put = (argument: object) =>
    callBuilderTool(workspace, 'upsert_tool', { name: 'get_user', arguments: [argument] });
  await put({ name: 'note', schema });
  await put({ name: 'note', clear: ['maxLength'] });
  const { inputSchema } = workspace.blueprint.tools[0] ?? {};
  expect(inputSchema).toHaveProperty('properties.note.anyOf', [
    { type: 'string' },
    { type: 'null' },
  ]);
});

test('an unknown fact is refused with those that there are', async () => {
  const input = { name: 'get_user', arguments: [{ name: 'id', clear: ['bounds'] }] };
  await expect(callBuilderTool(openWorkspace(), 'upsert_tool', input)).rejects.toThrow(
    /must be one of description, format, pattern/,
  );
});
