import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/json.ts';
import { INPUT_FORMATS, OUTPUT_FORMATS } from '#app/runtime/listing/known-formats.ts';
import { SchemaLister } from '#app/runtime/listing/schema-lister.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

const NAMES = ['a', 'b', 'c', '__proto__'];
/** A definition refers only to those below it: in a circle, our own check ends with any value accepted. */
const BELOW = {
  A: ['#/$defs/B', '#/$defs/C'],
  B: ['#/$defs/C', '#/$defs/D'],
  C: ['#/$defs/D'],
};

const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 1.5, '', 'x', 'long enough'),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}));

/** Any schema with references to these targets. */
function schemaWith(targets: string[]): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ schema: JsonSchema; some: JsonSchema[] }>((tie) => ({
    some: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<JsonSchema>(true, false, {}, { type: 'string' }, { type: 'integer' }),
      fc.constantFrom(...targets).map((ref) => ({ $ref: ref })),
      fc.record(
        {
          type: fc.constantFrom<JsonValue>('object', 'array', 'string', ['object', 'null']),
          description: fc.constantFrom(
            'Short.',
            'One sentence. And another, which is longer. '.repeat(9),
          ),
          properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 3 }),
          patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), tie('schema')),
          additionalProperties: tie('schema'),
          unevaluatedProperties: fc.constant(false),
          required: fc.constant(['a']),
          items: tie('schema'),
          contains: tie('schema'),
          maxContains: fc.constant(1),
          enum: fc.array(value, { minLength: 1, maxLength: 3 }),
          format: fc.constantFrom('date', 'int32', 'int-or-string'),
          minLength: fc.constant(1),
          $ref: fc.constantFrom(...targets),
          allOf: tie('some'),
          anyOf: tie('some'),
          oneOf: tie('some'),
          not: tie('schema'),
          ...Object.fromEntries(['if', 'then', 'else'].map((word) => [word, tie('schema')])),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<JsonSchema>,
    ),
  })).schema;
}

const schema = schemaWith(['#/$defs/A', '#/$defs/B', '#/$defs/A/properties/a', '#/$defs/C']);
const definition = fc.record({
  A: schemaWith(BELOW.A),
  B: schemaWith(BELOW.B),
  C: schemaWith(BELOW.C),
  D: fc.constantFrom<JsonSchema>({ type: 'array' }, { type: 'object', minProperties: 1 }, true),
});
const root = fc.record({
  properties: fc.dictionary(fc.constantFrom(...NAMES), schema, { maxKeys: 4 }),
  more: fc.record(
    { allOf: fc.array(schema), oneOf: fc.array(schema), not: schema },
    { requiredKeys: [] },
  ),
});

test('a listed schema accepts every value that the whole schema accepts', () => {
  let accepted = 0;
  fc.assert(
    fc.property(
      root,
      definition,
      fc.array(fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 4 }), { minLength: 4 }),
      fc.constantFrom(0, 60, 150, 400),
      ({ properties, more }, definitions, values, maxLength) => {
        const whole = { type: 'object', properties, ...more };
        const listed = new SchemaLister(definitions, INPUT_FORMATS).list(whole, maxLength);
        const full = checkOf(whole, definitions);
        const shown = checkOf(listed.schema, {});
        for (const one of values) {
          if (full.errors(one).length > 0) continue;
          accepted += 1;
          expect(shown.errors(one)).toEqual([]);
        }
      },
    ),
    { numRuns: 120, seed: 40 },
  );
  expect(accepted).toBeGreaterThan(50);
});

const PET: JsonObject = {
  type: 'object',
  description: 'A pet. It has an owner.',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'Its name.' },
    owner: { $ref: '#/$defs/Owner' },
    size: { oneOf: [{ type: 'integer', format: 'int-or-string' }, { type: 'string' }] },
  },
};
const OWNER: JsonObject = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`field${index}`, { type: 'string' }]),
  ),
};
const INPUT: JsonObject = {
  type: 'object',
  properties: { body: { $ref: '#/$defs/Pet' }, dryRun: { type: 'boolean' } },
  required: ['body'],
};

const list = (schema_: JsonObject, length: number, formats = INPUT_FORMATS) =>
  new SchemaLister({ Owner: OWNER, Pet: PET }, formats).list(schema_, length);

test('a small schema is listed as it is, with the definitions that it reaches, in their order', () => {
  const { schema: listed, isCut } = list(INPUT, 10_000);
  const { size: _, ...properties } = PET['properties'] as JsonObject;
  expect(isCut).toBe(false);
  expect(listed).toEqual({
    ...INPUT,
    $defs: {
      Owner: OWNER,
      // The format, which clients do not know, is gone.
      Pet: {
        ...PET,
        properties: { ...properties, size: { oneOf: [{ type: 'integer' }, { type: 'string' }] } },
      },
    },
  });
  expect(Object.keys(listed['$defs'] as object)).toEqual(['Owner', 'Pet']);
});

test('of a larger one, what is nearest to the arguments is kept', () => {
  const { schema: listed, isCut, length } = list(INPUT, 600);
  expect(isCut).toBe(true);
  expect(length).toBeLessThanOrEqual(600);
  expect(listed).toEqual({
    ...INPUT,
    $defs: {
      Pet: {
        ...PET,
        properties: {
          name: { type: 'string', description: 'Its name.' },
          owner: { type: 'object' },
          size: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
        },
      },
    },
  });
});

test('the names of the arguments are said however small the room is', () => {
  const { schema: listed } = list(INPUT, 0);
  expect(listed).toMatchObject({
    properties: { body: {}, dryRun: { type: 'boolean' } },
    required: ['body'],
  });
  expect(JSON.stringify(listed)).not.toContain('description');
});

test('arguments that a client has to repeat in a header are never cut', () => {
  const region = {
    type: 'object',
    properties: { id: { type: 'string', 'x-mcp-header': 'Region' } },
  };
  const schema_ = { ...INPUT, properties: { ...(INPUT['properties'] as JsonObject), region } };
  const { schema: listed, isCut } = list(schema_, 100);
  expect(isCut).toBe(false);
  expect(listed).toMatchObject({ properties: { region } });
});

test('of formats of an answer, only those are listed that the server has checked', () => {
  const formats = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, { type: 'string', format: name }]));
  const names = ['date-time', 'uuid', 'int32', 'byte', 'int-or-string'];
  const schema_ = { type: 'object', properties: { format: formats(names) } };
  const keptBy = (known: ReadonlySet<string>) =>
    names.filter((name) =>
      JSON.stringify(list(schema_, 9_000, known)).includes(`"format":"${name}"`),
    );
  expect(keptBy(INPUT_FORMATS)).toEqual(['date-time', 'uuid', 'int32', 'byte']);
  expect(keptBy(OUTPUT_FORMATS)).toEqual(['date-time', 'uuid']);
});
