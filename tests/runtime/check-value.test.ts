import { validate } from '@cfworker/json-schema';
import type { Schema } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/json.ts';
import { validateArguments } from '#app/runtime/schema/validate-arguments.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

const NAMES = ['a', 'b', 'c'];

const aValue = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 2.5, 'a', 'ab', 'abc'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** No promise, though it has a `then`. */
function toCondition(parts: readonly JsonSchema[]): JsonSchema {
  return Object.fromEntries(
    ['if', 'then', 'else'].map((each, index) => [each, parts[index] ?? true]),
  );
}

const name = fc.constantFrom(...NAMES);

/** Any schema of the keywords that a document may use; references lead to two definitions. */
const aSchema = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.boolean(),
    fc.tuple(tie('schema'), tie('schema'), tie('schema')).map((parts) => toCondition(parts)),
    fc.record<JsonObject>(
      {
        type: fc.constantFrom('object', 'array', 'string', 'number', 'integer', ['null', 'string']),
        enum: fc.array(aValue, { minLength: 1, maxLength: 3 }),
        const: aValue,
        minLength: fc.nat(3),
        pattern: fc.constantFrom('^a', 'b$', 'c'),
        minimum: fc.nat(2),
        multipleOf: fc.constantFrom(1, 0.5, 2),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        minProperties: fc.nat(2),
        maxItems: fc.nat(2),
        uniqueItems: fc.boolean(),
        $ref: fc.constantFrom('#/$defs/One', '#/$defs/Two'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 2 }),
        patternProperties: fc.dictionary(fc.constantFrom('^a', '.'), tie('schema'), { maxKeys: 1 }),
        additionalProperties: tie('schema'),
        propertyNames: tie('schema'),
        dependentRequired: fc.dictionary(name, fc.array(name, { maxLength: 1 }), { maxKeys: 1 }),
        dependentSchemas: fc.dictionary(name, tie('schema'), { maxKeys: 1 }),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        items: tie('schema'),
        contains: tie('schema'),
        not: tie('schema'),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  ),
})).schema;

const DEFINITIONS: { [name: string]: JsonObject } = {
  One: { type: 'object', properties: { a: { type: 'string' } } },
  Two: { anyOf: [{ type: 'string' }, { items: { type: 'integer' } }] },
};

test('a value is judged as an independent validator judges it', () => {
  fc.assert(
    fc.property(aSchema, aValue, (schema, value) => {
      const own = checkOf({ allOf: [schema] }, DEFINITIONS).errors(value).length === 0;
      const whole: Schema = JSON.parse(JSON.stringify({ allOf: [schema], $defs: DEFINITIONS }));
      expect(own).toBe(validate(value, whole, '2020-12', undefined, false).valid);
    }),
    { numRuns: 3_000 },
  );
});

function errorsOf(schema: JsonObject, value: JsonValue): string[] {
  return checkOf(schema, {})
    .errors(value)
    .map(({ keyword, instanceLocation }) => `${keyword} ${instanceLocation}`);
}

test('what other schemas have evaluated is not unevaluated', () => {
  const schema: JsonObject = {
    properties: { a: true },
    anyOf: [{ properties: { b: { type: 'string' } }, required: ['b'] }, { required: ['c'] }],
    if: { properties: { d: { const: 1 } }, required: ['d'] },
    unevaluatedProperties: false,
  };
  expect(errorsOf(schema, { a: 1, b: 'x', d: 1 })).toEqual([]);
  expect(errorsOf(schema, { a: 1, c: 'x' })).toEqual(['unevaluatedProperties #', 'false #/c']);
  expect(errorsOf(schema, { b: 'x', d: 2 })).toEqual(['unevaluatedProperties #', 'false #/d']);
  const list = { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false };
  expect(errorsOf(list, [1, 'x'])).toEqual([]);
  expect(errorsOf(list, [1, 'x', 2])).toEqual(['unevaluatedItems #', 'false #/2']);
});

test('a value that takes too many steps to check is refused with a sentence that says so', () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `p${index}`);
  const tool = {
    name: 'tool',
    inputSchema: {
      type: 'object',
      properties: {
        list: { items: { anyOf: names.map((each) => ({ required: [each], maxProperties: 1 })) } },
      },
    },
  };
  const args = { list: Array.from({ length: 3_000 }, (_, index) => ({ p2999: index })) };
  expect(validateArguments(tool, args, {})).toBe(
    'Invalid arguments for tool:\n- $ cannot be checked: its schema asks for too many steps',
  );
});

test('of very many problems the first are named', () => {
  const inputSchema = {
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'string' } } },
  };
  const args = { list: Array.from({ length: 10_000 }, (_, index) => index) };
  const text = validateArguments({ name: 'tool', inputSchema }, args, {});
  expect(text).toContain('- $.list[0] must be a string, not 0\n');
});
