import { describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import { buildRequest } from '#app/runtime/request/build-request.ts';
import { validateArguments } from '#app/runtime/schema/validate-arguments.ts';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const name = 'probe';
const GET = { method: 'GET', url: '/search/{scope}' };
const POST = { method: 'POST', url: '/users' };

async function upsert(...changes: object[]) {
  const workspace = openWorkspace();
  let answer: Record<string, unknown> = {};
  for (const change of changes) {
    answer = await callBuilderTool(workspace, 'upsert_tool', { name, ...change });
  }
  const tool = workspace.blueprint.tools.find((each) => each.name === name);
  return { workspace, answer, tool };
}

function send(tool: Blueprint['tools'][number] | undefined, args: JsonObject) {
  if (tool?.action.kind !== 'http') throw new Error('There is no such request.');
  expect(validateArguments(tool, args, {})).toBeNull();
  return buildRequest(tool.action, args);
}

describe('a whole schema of the input', () => {
  const Range: JsonObject = {
    type: 'object',
    properties: {
      from: { type: 'string', format: 'date' },
      to: { type: 'string', format: 'date' },
    },
    required: ['from'],
  };

  test('becomes arguments where each belongs, exactly as they are there', async () => {
    const id = { type: 'string', format: 'uuid' };
    const input = {
      type: 'object',
      properties: {
        scope: { enum: ['all', 'mine'] },
        ids: { type: 'array', items: id, maxItems: 5 },
        range: { $ref: '#/$defs/Range' },
        trace: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      required: ['scope', 'ids'],
      anyOf: [{ required: ['range'] }, { required: ['trace'] }],
      $defs: { Range },
    };
    const { tool, answer } = await upsert({
      request: GET,
      input,
      arguments: [
        { name: 'ids', style: 'form', sentAs: 'id' },
        { name: 'range', style: 'deepObject' },
        { name: 'trace', in: 'header', sentAs: 'X-Trace' },
      ],
    });
    expect(answer['problems']).toEqual([]);
    expect(tool?.inputSchema).toEqual({ ...input, additionalProperties: false });
    const ids = ['7f8d5c1e-9a3b-4c2d-8e1f-0a1b2c3d4e5f', '00000000-0000-4000-8000-000000000000'];
    const request = send(tool, { scope: 'all', ids, range: { from: '2026-01-01' }, trace: 't' });
    expect(request.path).toBe(`/search/all?id=${ids.join(',')}&range%5Bfrom%5D=2026-01-01`);
    expect(request.headers).toContainEqual(['X-Trace', 't']);
    const wrong = { scope: 'all', ids: ['7'], range: { from: 'today' } };
    expect(validateArguments(tool!, wrong, {})).toMatch(/ids\[0\][\s\S]*range\.from/);
    expect(validateArguments(tool!, { scope: 'all', ids }, {})).not.toBeNull();
  });

  test('replaces what was there; a body stays as it is written', async () => {
    const { tool } = await upsert(
      {
        request: POST,
        bodyType: 'form',
        arguments: [{ name: 'mail' }, { name: 'team', in: 'query' }],
      },
      {
        input: {
          properties: {
            tags: { type: 'array', items: { type: 'string' } },
            born: { type: 'string', format: 'date' },
          },
          required: ['born'],
          minProperties: 1,
        },
        arguments: [{ name: 'tags', style: 'pipeDelimited', sentAs: 'tag' }],
        constants: [
          { in: 'body', name: 'source', value: 'mcp' },
          { in: 'header', name: 'X-Version', value: '3' },
        ],
      },
    );
    expect(tool?.inputSchema).toMatchObject({
      properties: { body: { required: ['born'], minProperties: 1 } },
      required: ['body'],
    });
    expect(Object.keys(tool?.inputSchema['properties'] ?? {})).toEqual(['body']);
    const request = send(tool, { body: { tags: ['a', 'b'], born: '2026-01-01' } });
    expect(request.body).toBe('tag=a%7Cb&born=2026-01-01&source=mcp');
    expect(request.headers).toContainEqual(['X-Version', '3']);
    expect(request.headers).toContainEqual(['Content-Type', 'application/x-www-form-urlencoded']);
  });

  test('has files for a multipart body', async () => {
    const { tool } = await upsert({
      request: POST,
      input: {
        properties: {
          photo: { type: 'string', format: 'binary', description: 'The face.' },
          scans: { type: 'array', items: { type: 'string', format: 'binary' } },
          user: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
        required: ['photo'],
      },
      constants: [{ in: 'body', name: 'kind', value: 'avatar' }],
    });
    const photo = { data: 'aGVsbG8=', name: 'a.txt', mediaType: 'text/plain' };
    const request = send(tool, { body: { photo, scans: [photo, photo], user: { name: 'Ann' } } });
    const text = new TextDecoder().decode(request.body as Uint8Array);
    expect(text).toContain('name="photo"; filename="a.txt"');
    expect(text.split('name="scans"; filename="a.txt"')).toHaveLength(3);
    expect(tool?.inputSchema).toMatchObject({
      properties: { body: { properties: { photo: { description: 'The face.' } } } },
    });
    expect(text).toContain('{"name":"Ann"}');
    expect(text).toContain('avatar');
  });

  test('is the input of code, as it is', async () => {
    const input = { type: 'object', properties: { range: Range }, required: ['range'] };
    const code = { source: 'export default async ({ range }) => [range];\n' };
    const output = { type: 'array', items: Range };
    const { tool } = await upsert({ code, input, output });
    expect(tool).toMatchObject({
      inputSchema: input,
      outputSchema: { type: 'object', properties: { result: output }, required: ['result'] },
    });
  });
});

describe('a schema of the output', () => {
  const User = {
    type: 'object',
    properties: { id: { type: 'integer' }, mail: { type: 'string' } },
  };

  test('of an object is the schema of the answer; null takes it away', async () => {
    const output = { ...User, $defs: {} };
    const { tool, answer } = await upsert({ request: GET }, { output });
    expect(tool?.outputSchema).toEqual(output);
    expect(tool?.action).toMatchObject({ response: {} });
    expect(answer).toMatchObject({ changed: ['probe declares another answer.'] });
    const none = await upsert({ request: GET }, { output }, { output: null });
    expect(none.tool).not.toHaveProperty('outputSchema');
    expect(none.answer).toMatchObject({ changed: ['probe declares no answer.'] });
  });

  test('of a list is served under result, and keep is checked against it', async () => {
    const output = { type: 'array', items: { $ref: '#/$defs/User' }, $defs: { User } };
    const { tool } = await upsert({ request: GET, output, keep: ['[].id'] });
    expect(tool).toMatchObject({
      outputSchema: {
        properties: { result: { type: 'array', items: { $ref: '#/$defs/User' } } },
        $defs: { User },
      },
      action: { response: { wrap: true, keep: ['[].id'] } },
    });
    const { answer } = await upsert({ request: GET, keep: ['name'] }, { output });
    expect(answer).toEqual({
      changed: [],
      problems: [{ path: '$.output', message: expect.stringContaining('the answer has id, mail') }],
    });
  });
});

test('hints are set one by one, and the others stay', async () => {
  const hints = { idempotent: true, openWorld: false };
  const { tool, answer } = await upsert({ request: POST }, { hints });
  expect(tool?.annotations).toMatchObject({
    readOnlyHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
  expect(answer).toMatchObject({
    changed: ['probe is marked idempotent and is not marked open-world.'],
  });
  const reads = await upsert({ request: POST, hints: { readOnly: true } });
  expect(reads.tool?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test.each([
  [
    { name: 'id', format: 'uuid' },
    { type: 'string', format: 'uuid' },
  ],
  [
    { name: 'id', items: 'integer' },
    { type: 'array', items: { type: 'integer' } },
  ],
  [
    { name: 'day', format: 'date', minimum: 1 },
    { type: 'string', format: 'date' },
  ],
  [
    { name: 'days', items: 'string', format: 'date-time' },
    { type: 'array', items: { type: 'string', format: 'date-time' } },
  ],
  [
    { name: 'count', format: 'int64', minimum: 1 },
    { type: 'integer', format: 'int64', minimum: 1 },
  ],
])('a format of a text makes a text of a known or a new argument: %j', async (argument, schema) => {
  const workspace = openWorkspace();
  const change = { name: 'get_user', arguments: [argument] };
  const told = await callBuilderTool(workspace, 'upsert_tool', change);
  expect(told['problems']).toEqual([]);
  expect(workspace.blueprint.tools[0]?.inputSchema['properties']).toMatchObject({
    [argument.name]: schema,
  });
});

test.each([
  [{ input: { type: 'array' } }, '$.input.type', /one object/],
  [
    { input: { properties: { a: { type: 'text' } } } },
    '$.input.properties.a.type',
    /one of null, boolean/,
  ],
  [
    { input: { properties: { a: { $ref: '#/$defs/B' } }, $defs: { C: true } } },
    "$.input.properties.a['$ref']",
    /only "#\/\$defs\/<name>" is followed, and there is C/,
  ],
  [{ output: { $ref: 'https://example.com/schema' } }, "$.output['$ref']", /leads nowhere/],
  [
    { output: { properties: { a: { type: 'string', nullable: true } } } },
    '$.output.properties.a.nullable',
    /use type: \["string", "null"\]/,
  ],
  [{ output: { properties: ['a'] } }, '$.output.properties', /maps names to schemas/],
  [{ output: { required: 'a' } }, '$.output.required', /a list of property names/],
  [
    { output: { items: 'string' } },
    '$.output.items',
    /A schema is an object, true or false, not "string"/,
  ],
  [
    { arguments: [{ name: 'a', schema: { pattern: '(' } }] },
    '$.arguments[0].schema.pattern',
    /no regular expression/,
  ],
  [
    { arguments: [{ name: 'a', in: 'header', style: 'form' }] },
    '$.arguments[0]',
    /for the query and for form bodies/,
  ],
  [
    { arguments: [{ name: 'a', in: 'body', style: 'form' }] },
    '$.arguments[0]',
    /a body that is no form/,
  ],
  [{ hints: { readOnly: true, destructive: true } }, '$.hints', /only reads destroys nothing/],
  [
    {
      input: { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }] },
      arguments: [{ name: 'a', in: 'query' }],
    },
    '$.input',
    /anyOf cannot hold for arguments of which some are sent in the body/,
  ],
])('%j is refused with its place', async (change, path, message) => {
  const { answer } = await upsert({ request: POST, ...change });
  expect(answer).toEqual({
    changed: [],
    problems: [{ path, message: expect.stringMatching(message) }],
  });
});

describe('a schema of the input whose arguments are not in its properties', () => {
  const Page = { type: 'object', properties: { page: { type: 'integer' } }, required: ['page'] };

  test.each([
    ['allOf', { type: 'object', allOf: [{ properties: { q: { type: 'string' } } }, Page] }],
    [
      '$ref',
      {
        $ref: '#/$defs/Query',
        $defs: {
          Query: {
            type: 'object',
            properties: { q: { type: 'string' } },
            allOf: [{ $ref: '#/$defs/Page' }],
          },
          Page,
        },
      },
    ],
  ])('has those of its %s', async (_keyword, input) => {
    const { tool, answer } = await upsert({ request: { method: 'GET', url: '/search' }, input });
    expect(answer).toMatchObject({ problems: [] });
    expect(send(tool, { q: 'a', page: 2 }).path).toBe('/search?q=a&page=2');
    if (tool) expect(validateArguments(tool, { q: 'a' }, {})).toContain('page');
  });

  test('is refused where an argument stands in a choice only', async () => {
    const input = { type: 'object', anyOf: [{ properties: { q: { type: 'string' } } }] };
    const { answer } = await upsert({ request: { method: 'GET', url: '/search' }, input });
    expect(answer).toMatchObject({
      problems: [{ path: '$.input', message: expect.stringMatching(/^q: named in a choice only/) }],
    });
  });
});
