import { createRequire } from 'node:module';

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';

import { openapi, swagger } from '../import/imported.ts';
import { isObject } from './document-operations.ts';

interface Checker {
  compile: (schema: object) => (value: unknown) => boolean;
}

type Dialect = '2.0' | '3.0';

// The schemas of OpenAPI before 3.1 are of JSON Schema's draft 4, and `nullable`, which Ajv knows.
const { default: AjvDraft4 }: { default: new (options: object) => Checker } = createRequire(
  new URL('packages/', import.meta.url),
)('ajv-draft-04');

const name = fc.constantFrom('a', 'b', 'c');

/** Values near the schemas below: small numbers, short texts and objects of the same names. */
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2, 3, -1, 1.5, '', 'a', 'ab', 'abc', '1'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const bounds = (low: string, high: string) =>
  fc.record(
    { [low]: fc.integer({ min: 0, max: 2 }), [high]: fc.integer({ min: 1, max: 3 }) },
    { requiredKeys: [] },
  );

const number = fc
  .record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: -1, max: 2 }),
      maximum: fc.integer({ min: 0, max: 3 }),
      exclusiveMinimum: fc.boolean(),
      exclusiveMaximum: fc.boolean(),
      multipleOf: fc.constantFrom(1, 2, 0.5),
    },
    { requiredKeys: ['type'] },
  )
  // Draft 4 wants the bound that "exclusive" is about.
  .map(({ exclusiveMinimum, exclusiveMaximum, ...rest }) => ({
    ...rest,
    ...('minimum' in rest && exclusiveMinimum !== undefined ? { exclusiveMinimum } : {}),
    ...('maximum' in rest && exclusiveMaximum !== undefined ? { exclusiveMaximum } : {}),
  }));

const text = fc
  .tuple(bounds('minLength', 'maxLength'), fc.option(fc.constantFrom('^a', 'b$', '^[0-9]+$')))
  .map(([limits, pattern]) => ({
    type: 'string',
    ...limits,
    ...(pattern === null ? {} : { pattern }),
  }));

function schemas(dialect: Dialect): fc.Arbitrary<JsonObject> {
  const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => {
    const list = fc
      .tuple(bounds('minItems', 'maxItems'), tie('schema'), fc.boolean())
      .map(([limits, items, uniqueItems]) => ({ type: 'array', ...limits, items, uniqueItems }));
    const object = fc
      .tuple(
        bounds('minProperties', 'maxProperties'),
        fc.dictionary(name, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        fc.uniqueArray(name, { maxLength: 2 }),
        fc.option(fc.oneof(fc.boolean(), tie('schema'))),
      )
      .map(([limits, properties, required, additional]) => ({
        type: 'object',
        ...limits,
        properties,
        ...(required.length === 0 ? {} : { required }),
        ...(additional === null ? {} : { additionalProperties: additional }),
      }));
    const choice = fc
      .tuple(
        dialect === '2.0' ? fc.constant('allOf') : fc.constantFrom('allOf', 'anyOf', 'oneOf'),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      )
      .map(([keyword, parts]) => ({ [keyword]: parts }));
    const others = dialect === '2.0' ? [] : [tie('schema').map((not) => ({ not }))];
    const plain = fc.oneof(
      { maxDepth: 3 },
      text,
      number,
      fc.constant({ type: 'boolean' }),
      fc.uniqueArray(fc.constantFrom('a', 'ab', '1'), { minLength: 1 }).map((list) => ({
        type: 'string',
        enum: list,
      })),
      list,
      object,
      choice,
      ...others,
    );
    return {
      schema: fc
        .tuple(plain, fc.boolean())
        .map(([made, isNullable]): JsonObject =>
          isNullable && dialect === '3.0' && 'type' in made && !('enum' in made)
            ? { ...made, nullable: true }
            : made,
        ),
    };
  });
  return schema;
}

/** The schema of the body argument, complete with what it refers to. */
async function translate(dialect: Dialect, schema: JsonObject): Promise<JsonObject> {
  const responses = { 200: { description: 'OK' } };
  const body = { content: { 'application/json': { schema } } };
  const text =
    dialect === '3.0'
      ? openapi({ '/x': { post: { requestBody: body, responses } } })
      : swagger({
          '/x': { post: { parameters: [{ name: 'body', in: 'body', schema }], responses } },
        });
  const outcome = await importDocument(text);
  if (!outcome.ok) throw new Error(outcome.message);
  const { tools, definitions } = outcome.value.blueprint;
  const properties = tools[0]?.inputSchema['properties'];
  if (!isObject(properties) || properties['body'] === undefined) throw new Error('No body.');
  return { allOf: [properties['body']], $defs: definitions };
}

/** Values that a schema should accept, whatever else is tried. */
function samples(schema: JsonObject): JsonValue[] {
  return [false, true].flatMap((withOptional) => {
    const sample = sampleSchema(schema, {}, { withOptional });
    return sample === undefined ? [] : [sample];
  });
}

test.each(['2.0', '3.0'] as const)(
  'a translated schema of OpenAPI %s accepts the same values as its original',
  { timeout: 60_000 },
  async (dialect) => {
    const seen = { accepted: 0, refused: 0 };
    const values = fc.array(value, { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(schemas(dialect), values, async (schema, tried) => {
        const original = new AjvDraft4({ strict: false }).compile(schema);
        const translation = await translate(dialect, schema);
        const translated = new Ajv2020({ strict: false }).compile(translation);
        for (const candidate of [...tried, ...samples(translation)]) {
          const isAccepted = original(candidate);
          seen[isAccepted ? 'accepted' : 'refused'] += 1;
          expect([candidate, translated(candidate)]).toEqual([candidate, isAccepted]);
        }
      }),
      { numRuns: 150 },
    );
    // Nothing passes because every value was refused.
    expect(seen.accepted).toBeGreaterThan(150);
    expect(seen.refused).toBeGreaterThan(150);
  },
);
