import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { JsonObject, JsonSchema, JsonValue, ToolDefinition } from '#app/runtime/definition.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import { samplePattern } from '#app/runtime/mock/sample-pattern.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

import { petstore } from './petstore.ts';

describe('a sample', () => {
  const sample = (schema: JsonSchema, definitions = {}) =>
    sampleSchema(schema, definitions, { withOptional: true });

  test.each<[JsonSchema, JsonValue]>([
    [{ type: 'string', examples: ['mine'] }, 'mine'],
    [{ type: 'integer', examples: ['5'], default: 7 }, 7],
    [{ type: 'string', format: 'date', examples: ['2026-01-15T09:30:00Z'] }, '2026-01-15'],
    [{ type: 'string', format: '__proto__', examples: ['mine'] }, 'mine'],
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
    [
      { type: 'array', items: { type: 'string', examples: ['9'] }, minItems: 2, uniqueItems: true },
      ['9', '10'],
    ],
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

  test('of a cycle ends at an optional part', () => {
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

  test('of an exponentially growing schema stays small', () => {
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

  test('of a pattern reaches the required length', () => {
    expect(samplePattern('^[a-z]+$', 20)?.length).toBeGreaterThanOrEqual(20);
    expect(samplePattern('^(?=a)b', 0)).toBeNull();
    expect(samplePattern('^[a-z]{2}$', 3)).toBeNull();
  });

  test('is valid for any schema of simple keywords', () => {
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

  test('are all if the required ones are not enough', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      properties: { a: { type: 'string' } },
      minProperties: 1,
    };
    expect(sampleArguments({ name: 't', inputSchema }, {})).toEqual({ a: 'example' });
  });

  test('are as many as there must be, where none is required', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      properties: {
        body: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'integer' } },
          minProperties: 1,
          additionalProperties: false,
        },
        other: { type: 'string' },
      },
      required: ['body'],
    };
    expect(sampleArguments({ name: 't', inputSchema }, {})).toEqual({ body: { a: 'example' } });
  });

  test('are null if none can be made', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', pattern: '^(?!x)y$' } },
    };
    expect(sampleArguments({ name: 't', inputSchema }, {})).toBeNull();
  });
});
