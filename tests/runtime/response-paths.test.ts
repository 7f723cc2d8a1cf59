import { describe, expect, test } from 'vitest';

import type { JsonObject, JsonValue, ServerDefinition } from '#app/runtime/definition.ts';
import { listTools } from '#app/runtime/protocol/list-tools.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { readPath } from '#app/runtime/tools/response-paths.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, recordingUpstream, textOf } from './context.ts';
import { petstore } from './petstore.ts';

/** A server with one tool that keeps these paths of its answer. */
function keeping(keep: string[], changes: { outputSchema?: JsonObject; wrap?: boolean } = {}) {
  const { outputSchema, wrap } = changes;
  return petstore({
    tools: [
      {
        name: 'read',
        inputSchema: { type: 'object' },
        ...(outputSchema && { outputSchema }),
        action: {
          kind: 'http',
          upstream: 'api',
          method: 'GET',
          path: '/news',
          parameters: [],
          response: { keep, ...(wrap === undefined ? {} : { wrap }) },
        },
      },
    ],
  });
}

async function read(definition: ServerDefinition, body: JsonValue) {
  const { fetch } = recordingUpstream(JSON.stringify(body));
  return await runTool(definition, { name: 'read', arguments: {} }, contextWith(fetch));
}

test.each([
  ['id', ['id']],
  ['meta.total', ['meta', 'total']],
  ['articles[].title', ['articles', 'title']],
  ['$.articles[*].title', ['articles', 'title']],
  ['[].id', ['id']],
  ['data[][].id', ['data', 'id']],
  ["links['a.b'].href", ['links', 'a.b', 'href']],
  ['@type', ['@type']],
  ['', null],
  ['[]', null],
  ['a..b', null],
  ['a[0].b', null],
  ['a.', null],
])('the path %j has the names %j', (path, names) => {
  expect(readPath(path)).toEqual(names);
});

describe('an answer cut to paths', () => {
  const news = {
    articles: [
      { title: 'One', body: 'x', author: { name: 'Ann', mail: 'ann@example.com' } },
      { title: 'Two', body: 'y', author: null },
    ],
    meta: { total: 2, page: 1 },
    'a.b': 1,
  };

  test.each<[string[], JsonObject]>([
    [['articles[].title'], { articles: [{ title: 'One' }, { title: 'Two' }] }],
    [['articles.title'], { articles: [{ title: 'One' }, { title: 'Two' }] }],
    [['meta.total', 'a.b'], { meta: { total: 2 }, 'a.b': 1 }],
    [
      ['articles[].author.name', 'meta'],
      { articles: [{ author: { name: 'Ann' } }, { author: null }], meta: news.meta },
    ],
    [['meta.total', 'meta'], { meta: news.meta }],
  ])('%j keeps the objects and lists around what is kept', async (keep, expected) => {
    const result = await read(keeping(keep), news);
    expect(result.structuredContent).toEqual(expected);
    expect(result.content).toHaveLength(1);
  });

  test('that is a list is cut item by item, and plain values stay', async () => {
    const body = [{ user: { id: 1, mail: 'a' } }, 2, null];
    expect((await read(keeping(['user.id']), body)).structuredContent).toEqual({
      result: [{ user: { id: 1 } }, 2, null],
    });
    expect((await read(keeping(['user.id']), 'text')).structuredContent).toEqual({
      result: 'text',
    });
  });

  test('keeps an empty list without a note', async () => {
    const result = await read(keeping(['articles[].title']), { articles: [], page: 1 });
    expect(result).toMatchObject({ structuredContent: { articles: [] } });
    expect(result.content).toHaveLength(1);
  });

  test.each<[string[], JsonValue, JsonObject]>([
    [['items'], { articles: [{ title: 'One' }] }, {}],
    [['articles[].titel'], { articles: [{ title: 'One' }] }, { articles: [{}] }],
    [['articles[].title'], { articles: 'none' }, { articles: 'none' }],
    [['a', 'b'], [{ title: 'One' }], { result: [{}] }],
  ])('%j of %j is told to have matched nothing', async (keep, body, expected) => {
    const result = await read(keeping(keep), body);
    expect(result.structuredContent).toEqual(expected);
    expect(textOf(result)).toContain('found none of it there; the answer has "');
  });
});

describe('a declared output schema', () => {
  const Article: JsonObject = {
    type: 'object',
    properties: {
      title: { type: 'string' },
      body: { type: 'string' },
      parent: { $ref: '#/$defs/Article' },
      author: { anyOf: [{ $ref: '#/$defs/Person' }, { type: 'null' }] },
    },
    required: ['title', 'body'],
    additionalProperties: false,
  };
  const Person: JsonObject = {
    type: 'object',
    properties: { name: { type: 'string' }, mail: { type: 'string' } },
    required: ['name', 'mail'],
    minProperties: 2,
  };
  const outputSchema: JsonObject = {
    type: 'object',
    properties: {
      articles: { type: 'array', items: { $ref: '#/$defs/Article' } },
      meta: { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] },
    },
    required: ['articles', 'meta'],
  };
  const served = (keep: string[], own: JsonObject = outputSchema, wrap = false) => {
    const definition = {
      ...keeping(keep, { outputSchema: own, wrap }),
      definitions: { Article, Person },
    };
    const [tool] = listTools(toServedDefinition(definition)).all();
    return { definition, schema: tool?.outputSchema };
  };

  test('is cut as the answer is, with the definitions that are left', async () => {
    const { definition, schema } = served(['articles[].title', 'articles[].parent']);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        articles: {
          type: 'array',
          items: {
            type: 'object',
            properties: { title: { type: 'string' }, parent: { $ref: '#/$defs/Article' } },
            required: ['title'],
            additionalProperties: false,
          },
        },
      },
      required: ['articles'],
      $defs: { Article, Person },
    });
    const answer = { articles: [{ title: 'One', body: 'x' }], meta: { total: 1 } };
    const result = await read(definition, answer);
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"articles":[{"title":"One"}]}' }],
      structuredContent: { articles: [{ title: 'One' }] },
    });
    const wrong = await read(definition, { articles: [{ title: 1 }], meta: { total: 1 } });
    expect(wrong.isError).toBe(true);
  });

  test('accepts each alternative that was cut', () => {
    const { schema } = served(['articles[].author.name']);
    expect(JSON.stringify(schema)).not.toContain('mail');
    const check = checkOf(schema ?? {}, {});
    expect(check.errors({ articles: [{ author: { name: 'Ann' } }, { author: null }, {}] })).toEqual(
      [],
    );
    expect(check.errors({ articles: [{ author: { name: 1 } }] })).not.toEqual([]);
  });

  test('is cut below result where the answer is wrapped', () => {
    const list = { type: 'array', items: { $ref: '#/$defs/Person' } };
    const wrapped = { type: 'object', properties: { result: list }, required: ['result'] };
    expect(served(['name'], wrapped, true).schema).toEqual({
      type: 'object',
      properties: {
        result: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' } },
            required: ['name'],
          },
        },
      },
      required: ['result'],
    });
  });

  test('that leads back to itself ends', () => {
    const tree = { type: 'array', items: { $ref: '#/$defs/Tree' } };
    const own = {
      type: 'object',
      $defs: { Tree: tree },
      properties: { a: { $ref: '#/$defs/Tree' } },
    };
    expect(served(['a.b'], own).schema).toEqual({
      type: 'object',
      properties: { a: { type: 'array', items: {} } },
    });
    const bound = { type: 'object', properties: { a: { $ref: '#' }, b: { type: 'string' } } };
    expect(served(['a'], bound).schema).toEqual({ type: 'object' });
  });

  test('stays the same object where all is kept', () => {
    const definition = keeping([], { outputSchema });
    const { action } = definition.tools[0] ?? {};
    if (action?.kind === 'http') delete action.response.keep;
    expect(toServedDefinition(definition).tools[0]?.outputSchema).toBe(outputSchema);
  });
});

test('an id in the place of an object stays, so that a schema that knows both accepts the answer', async () => {
  const customer: JsonObject = {
    anyOf: [
      { type: 'string' },
      { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    ],
  };
  const outputSchema = { type: 'object', properties: { customer }, required: ['customer'] };
  const server = keeping(['customer.id'], { outputSchema });
  const short = await read(server, { customer: 'cus_1', amount: 5 });
  expect(short.isError).toBeUndefined();
  expect(short.structuredContent).toEqual({ customer: 'cus_1' });
  const long = await read(server, { customer: { id: 'cus_1', name: 'Ada' }, amount: 5 });
  expect(long.structuredContent).toEqual({ customer: { id: 'cus_1' } });
  expect(textOf(await read(server, { customer: 7 }))).toContain('differs');
});
