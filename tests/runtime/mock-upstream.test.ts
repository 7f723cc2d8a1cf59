import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type {
  HttpAction,
  JsonObject,
  JsonSchema,
  JsonValue,
  ToolDefinition,
} from '#app/runtime/definition.ts';
import { createMockFetch, createMockUpstream } from '#app/runtime/mock-upstream.ts';
import { runTool } from '#app/runtime/run-tool.ts';
import { sampleArguments } from '#app/runtime/sample-arguments.ts';
import { samplePattern } from '#app/runtime/sample-pattern.ts';
import { sampleSchema } from '#app/runtime/sample-schema.ts';
import { checkOf } from '#app/runtime/validator.ts';

import { contextWith, textOf } from './context.ts';
import { petstore } from './petstore.ts';

const ask = async (method: string, path: string, server = petstore()) => {
  const response = await createMockUpstream(server)(
    new Request(`http://localhost:4010${path}`, { method }),
  );
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    mark: response.headers.get('x-mock-upstream'),
    text,
  };
};

function httpTool(
  name: string,
  method: string,
  path: string,
  more: Partial<ToolDefinition> = {},
  action: Partial<HttpAction> = {},
): ToolDefinition {
  return {
    name,
    inputSchema: { type: 'object', properties: {} },
    ...more,
    action: {
      kind: 'http',
      upstream: 'api',
      method,
      path,
      parameters: [],
      response: {},
      ...action,
    },
  };
}

describe('the mock upstream', () => {
  test('answers from the document’s example and marks it', async () => {
    expect(await ask('GET', '/v1/pets/7')).toEqual({
      status: 200,
      type: 'application/json',
      mark: 'true',
      text: '{"id":7,"name":"Rex","owner":{"email":"rex@example.com"}}',
    });
  });

  test('makes an answer from the schema where there is no example', async () => {
    expect(JSON.parse((await ask('GET', '/v1/pets?limit=1')).text)).toEqual([
      { id: 1, name: 'example', owner: { email: 'user@example.com' } },
    ]);
  });

  test('answers with and without the path of the base URL, the same each time', async () => {
    expect(await ask('GET', '/pets')).toEqual(await ask('GET', '/v1/pets'));
  });

  test('takes the schema over an example that does not fit it', async () => {
    const tools = [
      httpTool(
        'a',
        'GET',
        '/a',
        {
          outputSchema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
        },
        {
          mock: { status: 201, mediaType: 'application/json', body: { n: 'wrong' } },
        },
      ),
    ];
    expect(await ask('GET', '/a', petstore({ tools }))).toMatchObject({
      status: 201,
      text: '{"n":1}',
    });
  });

  test('prefers the path that matches most exactly', async () => {
    const text = (body: string): Partial<HttpAction> => ({
      mock: { status: 200, mediaType: 'text/plain', body },
    });
    const tools = [
      httpTool('any', 'GET', '/pets/{id}', {}, text('any')),
      httpTool('part', 'GET', '/pets/{id}.json', {}, text('part')),
      httpTool('mine', 'GET', '/pets/mine', {}, text('mine')),
      httpTool('query', 'GET', '/pets/mine?as=list', {}, text('query')),
    ];
    const server = petstore({ tools });
    expect((await ask('GET', '/pets/7', server)).text).toBe('any');
    expect((await ask('GET', '/pets/7.json', server)).text).toBe('part');
    expect((await ask('GET', '/pets/mine', server)).text).toBe('mine');
    expect((await ask('GET', '/pets/mine?as=list&x=1', server)).text).toBe('query');
    expect((await ask('GET', '/pets/a%2Fb', server)).text).toBe('any');
  });

  test('says nothing where nothing is said', async () => {
    expect(await ask('DELETE', '/v1/pets/7')).toMatchObject({ status: 204, type: null, text: '' });
    expect(await ask('HEAD', '/v1/pets/7')).toMatchObject({ status: 200, text: '' });
  });

  test('knows what it does not know', async () => {
    expect(await ask('GET', '/nowhere')).toMatchObject({
      status: 404,
      type: 'application/problem+json',
      mark: 'true',
    });
    expect(await ask('PUT', '/v1/pets/7')).toMatchObject({ status: 404 });
  });

  test.each([
    ['image/png', 'image'],
    ['application/pdf', 'resource'],
    ['text/csv', 'text'],
    ['application/xml', 'text'],
  ])('answers in %s with something of that kind', async (mediaType, kind) => {
    const server = petstore({
      tools: [httpTool('a', 'GET', '/a', {}, { mock: { status: 200, mediaType } })],
    });
    const result = await runTool(
      server,
      { name: 'a', arguments: {} },
      contextWith(createMockFetch(server)),
    );
    expect(result.isError).toBeUndefined();
    expect(result.content[0]?.type).toBe(kind);
  });

  test('stands in for another MCP server too', async () => {
    const outputSchema: JsonObject = {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer', minimum: 5 } },
    };
    const tool: ToolDefinition = {
      name: 'far',
      inputSchema: { type: 'object' },
      outputSchema,
      action: { kind: 'mcp', upstream: 'api', tool: 'x' },
    };
    const server = petstore({ tools: [tool] });
    const result = await runTool(
      server,
      { name: 'far', arguments: {} },
      contextWith(createMockFetch(server)),
    );
    expect(result.structuredContent).toEqual({ n: 5 });
  });

  test('answers every tool of the pet store with a result that its schema accepts', async () => {
    const server = petstore();
    for (const tool of server.tools) {
      const args = sampleArguments(tool, server.definitions);
      const result = await runTool(
        server,
        { name: tool.name, arguments: args ?? {} },
        contextWith(createMockFetch(server)),
      );
      expect(result.isError, textOf(result)).toBeUndefined();
    }
  });
});

describe('a sample', () => {
  const sample = (schema: JsonSchema, definitions = {}) =>
    sampleSchema(schema, definitions, { withOptional: true });

  test.each<[JsonSchema, JsonValue]>([
    [{ type: 'string', examples: ['mine'] }, 'mine'],
    [{ type: 'integer', examples: ['5'], default: 7 }, 7],
    [{ const: 'only' }, 'only'],
    [{ type: 'string', enum: ['a', 'b'], examples: ['z'] }, 'a'],
    [{ type: ['null', 'boolean'] }, true],
    [{ type: 'null' }, null],
    [{ type: 'string', format: 'date-time' }, '2026-01-15T09:30:00Z'],
    [{ type: 'string', contentEncoding: 'base64' }, 'ZXhhbXBsZQ=='],
    [{ type: 'string', maxLength: 3 }, 'exa'],
    [{ type: 'string', minLength: 9 }, 'examplexx'],
    [{ type: 'integer', minimum: 10, multipleOf: 4 }, 12],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: 'integer', maximum: -3 }, -3],
    [{ type: 'number', multipleOf: 0.1, minimum: 1.05 }, 1.1],
    [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    [{ type: 'array', prefixItems: [{ const: 1 }, { const: 'b' }] }, [1, 'b']],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { key: 1 }],
    [
      {
        allOf: [
          { properties: { a: { type: 'string' } } },
          { properties: { b: { const: 2 } }, required: ['b'] },
        ],
      },
      { a: 'example', b: 2 },
    ],
    [{ oneOf: [{ type: 'null' }, { type: 'integer' }] }, 1],
    [
      {
        properties: { kind: { const: 'x' } },
        anyOf: [{ required: ['kind'] }, { required: ['other'] }],
      },
      { kind: 'x' },
    ],
  ])('of %j is %j', (schema, expected) => {
    expect(sample(schema)).toEqual(expected);
    expect(sample(schema)).toEqual(sample(schema));
  });

  test('of a cycle ends where something may be left out', () => {
    const definitions: { [name: string]: JsonSchema } = {
      Node: {
        type: 'object',
        required: ['children'],
        properties: {
          children: { type: 'array', items: { $ref: '#/$defs/Node' } },
          parent: { $ref: '#/$defs/Node' },
        },
      },
      Hopeless: {
        type: 'object',
        required: ['self'],
        properties: { self: { $ref: '#/$defs/Hopeless' } },
      },
      Loop: { $ref: '#/$defs/Loop' },
    };
    expect(sample({ $ref: '#/$defs/Node' }, definitions)).toEqual({ children: [] });
    expect(sample({ $ref: '#/$defs/Hopeless' }, definitions)).toBeUndefined();
    expect(sample({ $ref: '#/$defs/Loop' }, definitions)).toBeUndefined();
  });

  test('of a schema that grows with every level stays small', () => {
    const names = Array.from({ length: 12 }, (_, index) => `S${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const definitions = Object.fromEntries(
      names.map((name) => [name, { type: 'object', properties }]),
    );
    expect(JSON.stringify(sample({ $ref: '#/$defs/S0' }, definitions)).length).toBeLessThan(
      200_000,
    );
  });

  test.each([
    '^[A-Z]{3}-\\d{4}$',
    '^(?:a|b)+@x\\.(com|org)$',
    '[^a-z]',
    '\\w+\\s?\\S*',
    '^.{8,}$',
    '^\\p{Lu}',
    '^[\\w.-]+$',
    '^$',
    '^\\+?[1-9]\\d{1,14}$',
  ])('of the pattern %s matches it', (pattern) => {
    expect(samplePattern(pattern, 0)).toMatch(new RegExp(pattern, 'u'));
  });

  test('of a pattern reaches the length that is asked for', () => {
    expect(samplePattern('^[a-z]+$', 20)?.length).toBeGreaterThanOrEqual(20);
    expect(samplePattern('^(?=a)b', 0)).toBeNull();
    expect(samplePattern('^[a-z]{2}$', 3)).toBeNull();
  });

  test('is valid for any schema of plain keywords', () => {
    const leaf = fc.oneof(
      fc
        .record({
          type: fc.constant('string'),
          minLength: fc.nat(20),
          format: fc.constantFrom('date', 'email', 'uuid', 'none'),
        })
        .map(({ format, minLength }) =>
          format === 'none' ? { type: 'string', minLength } : { type: 'string', format },
        ),
      fc.record({
        type: fc.constantFrom('integer', 'number'),
        minimum: fc.integer({ min: -50, max: 50 }),
      }),
      fc.record({
        type: fc.constant('number'),
        exclusiveMinimum: fc.integer({ min: -5, max: 5 }),
        multipleOf: fc.constantFrom(1, 2, 3),
      }),
      fc.constantFrom({ type: 'boolean' }, { type: 'null' }, { enum: ['a', 1, null] }),
    );
    const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2) }),
        fc
          .dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { noNullPrototype: true })
          .chain((properties) =>
            fc
              .subarray(Object.keys(properties))
              .map((required) => ({ type: 'object', properties, required })),
          ),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      ) as fc.Arbitrary<JsonObject>,
    }));
    fc.assert(
      fc.property(schema, fc.boolean(), (generated, withOptional) => {
        const value = sampleSchema(generated, {}, { withOptional });
        expect(value).toBeDefined();
        expect(checkOf(generated, {}).errors(value ?? null)).toEqual([]);
      }),
    );
  });
});

describe('sample arguments', () => {
  test('are the required ones, and valid', () => {
    const [list, get, create] = petstore().tools;
    const { definitions } = petstore();
    const of = (tool: ToolDefinition | undefined) => tool && sampleArguments(tool, definitions);
    expect(of(list)).toEqual({});
    expect(of(get)).toEqual({ petId: 1 });
    expect(of(create)).toEqual({ body: { id: 1, name: 'example' } });
  });

  test('are all where the required ones do not do', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      properties: { a: { type: 'string' } },
      minProperties: 1,
    };
    expect(sampleArguments({ name: 't', inputSchema }, {})).toEqual({ a: 'example' });
  });

  test('are null where none can be made', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', pattern: '^(?!x)y$' } },
    };
    expect(sampleArguments({ name: 't', inputSchema }, {})).toBeNull();
  });
});
