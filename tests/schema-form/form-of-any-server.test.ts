import { Validator, type Schema } from '@cfworker/json-schema';
import { expect, test } from 'vitest';

import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';
import { findVariant } from '#app/schema-form/can-show.ts';
import { startElicitation } from '#app/schema-form/elicitation-start.ts';
import { findValueProblems } from '#app/schema-form/find-value-problems.ts';
import { carryOver, extraSchema, startValue } from '#app/schema-form/form-value.ts';
import { toFormField } from '#app/schema-form/form-field.ts';
import { toSchemaRoot } from '#app/schema-form/schema-root.ts';
import { importedBlueprint } from '../readiness/imported-blueprint.ts';

import { HARD_SCHEMAS } from './hard-schemas.ts';

/** The field of a property of a whole schema. */
function fieldOf(schema: JsonSchema, name: string) {
  const root = toSchemaRoot(schema);
  const { shape } = toFormField(root, root);
  if (shape.kind !== 'object') throw new Error(`a schema of ${shape.kind}`);
  const property = shape.properties.find((one) => one.name === name);
  return { ...toFormField(property?.schema ?? false, root), root };
}

test('references to addresses, anchors and definitions of definitions lead to their schemas', () => {
  const { schema } = HARD_SCHEMAS.find(({ name }) => name.startsWith('anchors'))!;
  expect(fieldOf(schema, 'name')).toMatchObject({
    shape: { kind: 'text' },
    note: 'text · at most 5 characters',
  });
  const item = fieldOf(schema, 'item');
  if (item.shape.kind !== 'object') throw new Error('no object');
  expect(toFormField(item.shape.properties[0]!.schema, item.root).shape).toEqual({
    kind: 'number',
    isInteger: true,
  });
  const tree = fieldOf(schema, 'tree');
  if (tree.shape.kind !== 'object') throw new Error('no object');
  expect(toFormField(tree.shape.properties[0]!.schema, tree.root).shape.kind).toBe('object');
});

test('a reference to another document is named, and not followed', () => {
  const schema = { properties: { a: { $ref: 'https://example.com/a' }, b: { $ref: '#/$defs/B' } } };
  expect(fieldOf(schema, 'a').note).toBe('any JSON · schema not fetched: https://example.com/a');
  expect(fieldOf(schema, 'b').note).toBe('any JSON · no schema at #/$defs/B');
});

test('allOf merges limits, values and the schemas of one property', () => {
  const schema: JsonSchema = {
    allOf: [
      { properties: { a: { type: 'number', minimum: 1, maximum: 9 }, b: { enum: [1, 2, 3] } } },
      {
        properties: { a: { type: 'integer', minimum: 3 }, b: { enum: [2, 3, 4] } },
        required: ['a'],
      },
    ],
  };
  expect(fieldOf(schema, 'a').note).toBe('integer · 3 to 9');
  expect(fieldOf(schema, 'b').shape).toMatchObject({ options: [2, 3] });
});

test('allOf of allOf ends, in a circle and where each doubles the last', () => {
  const circle = {
    $ref: '#/$defs/A',
    $defs: {
      A: { allOf: [{ $ref: '#/$defs/B' }], type: 'string' },
      B: { allOf: [{ $ref: '#/$defs/A' }] },
    },
  };
  expect(toFormField(circle, circle).shape.kind).toBe('text');
  const { schema } = HARD_SCHEMAS.find(({ name }) => name === 'allOf in a circle')!;
  const { shape } = fieldOf(schema, 'node');
  if (shape.kind !== 'object') throw new Error('no object');
  expect(shape.properties.map(({ name }) => name)).toEqual(['id', 'size']);
  const $defs: JsonObject = { D0: { type: 'string' } };
  for (let level = 1; level < 40; level += 1) {
    const before = { $ref: `#/$defs/D${level - 1}` };
    $defs[`D${level}`] = { allOf: [before, before] };
  }
  const root = { $ref: '#/$defs/D39', $defs };
  expect(toFormField(root, root).shape.kind).toBe('text');
});

test('values with titles are picked by them, from an enum and from alternatives', () => {
  const { schema } = HARD_SCHEMAS.find(({ name }) => name.startsWith('titled'))!;
  for (const name of ['old', 'one', 'many']) {
    expect(fieldOf(schema, name).shape).toMatchObject({
      options: ['r', 'g'],
      titles: ['Red', 'Green'],
    });
  }
  expect(fieldOf(schema, 'many').shape.kind).toBe('picks');
});

test('alternatives keep the properties beside them, and are told apart by what is in the value', () => {
  const { schema } = HARD_SCHEMAS.find(({ name }) => name.startsWith('alternatives at the root'))!;
  const root = toSchemaRoot(schema);
  const { shape } = toFormField(root, root);
  if (shape.kind !== 'variants') throw new Error('no alternatives');
  expect(shape.variants.map(({ label }) => label)).toEqual(['with id', 'with name']);
  expect(findVariant(shape.variants, { note: 'x', name: 'y' }, root)).toBe(1);
  expect(carryOver({ note: 'x', id: 4 }, shape.variants[1]!.schema, root)).toEqual({ note: 'x' });
});

test('tuples know each of their items, and further properties their pattern', () => {
  const tuples = HARD_SCHEMAS.find(({ name }) => name.startsWith('tuples'))!.schema;
  expect(fieldOf(tuples, 'point').shape).toMatchObject({ prefix: [{}, {}], item: null });
  expect(fieldOf(tuples, 'old').shape).toMatchObject({ prefix: [{}, {}], item: { type: 'null' } });
  const maps = HARD_SCHEMAS.find(({ name }) => name.startsWith('maps'))!.schema;
  const { shape } = fieldOf(maps, 'byPattern');
  if (shape.kind !== 'object') throw new Error('no object');
  expect(extraSchema(shape, 'x-1')).toEqual({ type: 'string' });
  expect(extraSchema(shape, 'y')).toBeNull();
});

test('a pattern that never ends and a schema as deep as the stack end', () => {
  const hostile: JsonObject = { patternProperties: { '^(a+)+$': { type: 'string' } } };
  const { shape } = toFormField(hostile, hostile);
  if (shape.kind !== 'object') throw new Error('no object');
  expect(extraSchema(shape, `${'a'.repeat(40)}!`)).toBe(true);
  let deep: JsonObject = { type: 'string' };
  for (let level = 0; level < 20_000; level += 1) deep = { type: 'array', items: deep };
  const root = toSchemaRoot({ properties: { deep } });
  expect(toFormField(root, root).shape.kind).toBe('object');
  expect(findValueProblems({ properties: { deep } }, { deep: [] }).size).toBe(0);
});

test('alternatives of alternatives, and objects that require many of themselves, end', () => {
  const branch = (level: number): JsonObject => ({
    properties: { name: { type: 'string' } },
    anyOf: Array.from({ length: 100 }, () => ({ $ref: `#/$defs/L${level + 1}` })),
  });
  const $defs = Object.fromEntries(
    [1, 2, 3, 4, 5].map((level) => [`L${level}`, branch(level)] as const),
  );
  const root = toSchemaRoot({ ...branch(0), $defs });
  const { shape } = toFormField(root, root);
  if (shape.kind !== 'variants') throw new Error('no alternatives');
  expect(findVariant(shape.variants, {}, root)).toBeLessThan(100);
  const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#' }] as const));
  const wide = toSchemaRoot({ type: 'object', properties, required: names });
  expect(JSON.stringify(startValue(wide, wide)).length).toBeLessThan(20_000);
});

/** What the independent validator says of a value; null where it cannot take the schema. */
function judge(schema: JsonSchema, value: JsonValue): boolean | null {
  try {
    // The types of the package leave out that a schema is JSON.
    const judged: Schema | boolean = structuredClone(schema);
    return new Validator(judged, '2020-12', false).validate(value).valid;
  } catch {
    return null;
  }
}

test('problems are found where the independent validator finds them, in schemas of any server', () => {
  const disagreements: string[] = [];
  let judged = 0;
  for (const { name, schema, values } of HARD_SCHEMAS) {
    for (const value of values) {
      const verdict = judge(schema, value);
      if (verdict === null) continue;
      judged += 1;
      if (verdict !== (findValueProblems(schema, value).size === 0)) {
        disagreements.push(`${name}: ${JSON.stringify(value)} is ${verdict ? 'valid' : 'invalid'}`);
      }
    }
  }
  expect(judged).toBeGreaterThan(25);
  expect(disagreements).toEqual([]);
});

test('a oneOf that fits twice is a problem at its field', () => {
  const schema: JsonSchema = {
    properties: { a: { oneOf: [{ type: 'integer' }, { minimum: 1 }] } },
  };
  expect([...findValueProblems(schema, { a: 5 })]).toEqual([
    ['.a', 'Fits several alternatives, of which only one is allowed'],
  ]);
  expect(findValueProblems(schema, { a: 0 }).size).toBe(0);
});

test('a new form of a tool of the corpus holds nothing that its schema refuses, but for what is missing', async () => {
  const { tools, definitions } = await importedBlueprint('petstore-3.0.json');
  for (const { inputSchema } of tools) {
    const root = toSchemaRoot(inputSchema, definitions);
    const problems = findValueProblems(root, startValue(root, root));
    expect([...problems.values()].filter((text) => !text.startsWith('Is required'))).toEqual([]);
    const sample = sampleSchema(inputSchema, definitions, { withOptional: true });
    if (isJsonObject(sample)) expect([...findValueProblems(root, sample)]).toEqual([]);
  }
});

test('an elicitation starts with the defaults of its properties, and with nothing else', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'Ada' },
      age: { type: 'integer', default: 0 },
      isNew: { type: 'boolean', default: false },
      level: {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'A' },
          { const: 'b', title: 'B' },
        ],
        default: 'b',
      },
      tags: { type: 'array', items: { enum: ['x', 'y'] }, default: ['y'] },
      other: { type: 'string' },
    },
    required: ['other'],
  };
  expect(startElicitation(schema)).toEqual({
    name: 'Ada',
    age: 0,
    isNew: false,
    level: 'b',
    tags: ['y'],
  });
  expect(startElicitation({ properties: 7 })).toEqual({});
});
