import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ContractFinding } from '#app/blueprint/diff/contract/contract-diff.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/json.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

import { diffSchemas } from './diff-schemas.ts';

const NAMES = ['a', 'b', 'c'];

const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 2, 1.5, '', 'a', 'ab', 'abc', '2020-02-02'),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}));

/**
 * Any schema whose objects say of each property whether it may be there: that a new optional property of an open
 * object is harmless is an agreement, which no validator knows.
 */
function schemaWith(targets: string[]): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ schema: JsonSchema; some: JsonSchema[]; object: JsonSchema }>((tie) => ({
    some: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    object: fc
      .record({
        properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
        required: fc.uniqueArray(fc.constantFrom(...NAMES)),
        rest: fc.oneof(fc.constant(false), fc.constant({ type: 'string' })),
      })
      .map(({ properties, required, rest }) => ({
        type: 'object',
        properties,
        required: required.filter((name) => Object.hasOwn(properties, name)),
        additionalProperties: rest,
      })),
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<JsonSchema>(true, false, {}, { type: 'string' }, { type: 'integer' }),
      fc.constantFrom(...targets).map((ref) => ({ $ref: ref })),
      tie('object'),
      fc.record(
        {
          type: fc.constantFrom<JsonValue>('array', 'string', 'number', 'integer', [
            'string',
            'null',
          ]),
          items: tie('schema'),
          prefixItems: tie('some'),
          uniqueItems: fc.boolean(),
          maxItems: fc.constantFrom(0, 1),
          enum: fc.array(value, { minLength: 1, maxLength: 3 }),
          const: value,
          format: fc.constantFrom('date', 'int32'),
          pattern: fc.constantFrom('^a', 'b$'),
          minLength: fc.constantFrom(0, 1, 2),
          minimum: fc.constantFrom(0, 1),
          exclusiveMinimum: fc.constantFrom(0, 1),
          exclusiveMaximum: fc.constantFrom(1, 2),
          maximum: fc.constantFrom(1, 2),
          multipleOf: fc.constantFrom(1, 2, 0.5),
          $ref: fc.constantFrom(...targets),
          allOf: tie('some'),
          anyOf: tie('some'),
          oneOf: tie('some'),
          not: tie('schema'),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<JsonSchema>,
    ),
  })).schema;
}

const definitions = fc.record({
  A: schemaWith(['#/$defs/B', '#/$defs/C']),
  B: schemaWith(['#/$defs/C']),
  C: fc.constantFrom<JsonSchema>({ type: 'array' }, { type: 'string' }, { type: 'number' }, true),
});
const schema = schemaWith(['#/$defs/A', '#/$defs/B', '#/$defs/C']);

/** Another version of a schema: one of its parts is another, or gone. */
function edit(whole: JsonSchema, at: number, to: JsonSchema | undefined): JsonSchema {
  const copy = structuredClone(whole);
  const places: [JsonObject | JsonValue[], string | number][] = [];
  const open: JsonValue[] = [copy];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const key of Object.keys(next)) {
      places.push([next, key]);
      open.push((next as JsonObject)[key] ?? null);
    }
  }
  const [holder, key] = places[at % Math.max(1, places.length)] ?? [];
  if (holder === undefined || key === undefined) return to ?? true;
  if (to === undefined && !Array.isArray(holder)) delete holder[key];
  else (holder as JsonObject)[key] = to ?? true;
  return copy;
}

/** Whether keywords have values of the right kind, as a blueprint's do. */
function isSound(candidate: JsonValue): boolean {
  if (typeof candidate === 'boolean') return true;
  const text = JSON.stringify(candidate);
  return !/"(type|pattern|format|\$ref)":(?!["[])|"(required|enum|allOf|anyOf|oneOf|prefixItems)":(?!\[)|"properties":(?!\{)|"(min|max|excl|mult)\w+":(?!\d)|"uniqueItems":(?![tf])/.test(
    text,
  );
}

const version = fc
  .tuple(
    schema,
    fc.array(fc.tuple(fc.nat(40), fc.option(schema, { nil: undefined })), { maxLength: 2 }),
  )
  .map(([before, edits]) => ({
    before,
    after: edits.reduce((whole, [at, to]) => edit(whole, at, to), before),
  }))
  .filter(({ after }) => isSound(after));

const toObject = (one: JsonSchema): JsonObject =>
  typeof one === 'boolean' ? { allOf: [one] } : one;
const isBreaking = (findings: ContractFinding[]) =>
  findings.some(({ weight }) => weight === 'breaking');

test('arguments that were accepted are accepted, and results readable, unless a change is called breaking', () => {
  const seen = { breaking: 0, harmless: 0, values: 0 };
  fc.assert(
    fc.property(
      version,
      definitions,
      definitions,
      fc.boolean(),
      fc.array(value, { minLength: 12 }),
      (pair, old, other, isShared, values) => {
        const now = isShared ? old : other;
        const [before, after] = [toObject(pair.before), toObject(pair.after)];
        const accepts = (one: JsonObject, named: typeof old, each: JsonValue) =>
          checkOf({ ...structuredClone(one), $defs: named }, {}).errors(each).length === 0;
        const breaks = {
          arguments: isBreaking(diffSchemas(before, after, 'arguments', old, now)),
          result: isBreaking(diffSchemas(before, after, 'result', old, now)),
        };
        seen[breaks.arguments ? 'breaking' : 'harmless'] += 1;
        for (const each of values) {
          const [was, is] = [accepts(before, old, each), accepts(after, now, each)];
          if (was !== is) seen.values += 1;
          if (was && !is) expect(breaks.arguments).toBe(true);
          // That another name may be there is an agreement, too: readers skip what they do not know.
          if (
            is &&
            !was &&
            !JSON.stringify([before, old]).includes('"additionalProperties":false')
          ) {
            expect(breaks.result).toBe(true);
          }
        }
      },
    ),
    { numRuns: 400, seed: 15 },
  );
  expect(Math.min(seen.breaking, seen.harmless, seen.values)).toBeGreaterThan(40);
});

test('a schema is no different from itself, and what breaks callers one way is told the other way round', () => {
  fc.assert(
    fc.property(version, definitions, ({ before, after }, named) => {
      const [old, now] = [toObject(before), toObject(after)];
      for (const side of ['arguments', 'result'] as const) {
        expect(diffSchemas(old, structuredClone(old), side, named, structuredClone(named))).toEqual(
          [],
        );
        const there = diffSchemas(old, now, side, named).length;
        expect(diffSchemas(now, old, side, named).length > 0).toBe(there > 0);
      }
    }),
    { numRuns: 150, seed: 16 },
  );
});
