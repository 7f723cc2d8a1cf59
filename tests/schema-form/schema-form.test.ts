import { expect, test } from 'vitest';

import { toFormField } from '#app/schema-form/form-field.ts';
import { canShow, findVariant } from '#app/schema-form/can-show.ts';
import { renameProperty, setProperty, startValue } from '#app/schema-form/form-value.ts';
import { parseArguments } from '#app/schema-form/parse-arguments.ts';
import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';

const definitions: Record<string, JsonSchema> = {
  Pet: {
    type: 'object',
    required: ['name', 'kind'],
    properties: {
      name: { type: 'string' },
      kind: { const: 'pet' },
      mother: { $ref: '#/$defs/Pet' },
    },
  },
  Car: { type: 'object', required: ['kind', 'wheels'], properties: { kind: { const: 'car' } } },
  Loop: { $ref: '#/$defs/Loop' },
  Needy: { type: 'object', required: ['more'], properties: { more: { $ref: '#/$defs/Needy' } } },
  'a/b': { type: 'boolean' },
};

const root = { $defs: definitions };
const shapeOf = (schema: JsonSchema) => toFormField(schema, root).shape;

test('each kind of schema gets the control that fits it', () => {
  const kinds: [JsonSchema, string][] = [
    [{ type: 'string' }, 'text'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ enum: ['a', 'b'] }, 'choice'],
    [{ enum: ['only'] }, 'constant'],
    [{ const: 5 }, 'constant'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ properties: { a: true } }, 'object'],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'variants'],
    [{ type: ['string', 'integer'] }, 'variants'],
    [{}, 'json'],
    [true, 'json'],
    [{ $ref: '#/$defs/a~1b' }, 'boolean'],
    [{ $ref: '#/$defs/Pet/properties/name' }, 'text'],
    [{ $ref: '#/$defs/Nowhere' }, 'json'],
    [{ $ref: '#/$defs/Loop' }, 'json'],
  ];
  expect(kinds.map(([schema]) => shapeOf(schema).kind)).toEqual(kinds.map(([, kind]) => kind));
});

test('null is a switch beside the control, however the schema says it', () => {
  const ways: JsonSchema[] = [
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, { type: 'string' }] },
  ];
  for (const schema of ways) {
    expect(toFormField(schema, root)).toMatchObject({
      isNullable: true,
      shape: { kind: 'text' },
    });
  }
  expect(toFormField({ type: 'string' }, root).isNullable).toBe(false);
});

test('allOf gives one form with the properties of all parts', () => {
  const shape = shapeOf({
    allOf: [
      { $ref: '#/$defs/Pet' },
      { properties: { age: { type: 'integer' } }, required: ['age'] },
    ],
  });
  expect(shape).toMatchObject({ kind: 'object' });
  if (shape.kind !== 'object') return;
  expect(shape.properties.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['name', true],
    ['kind', true],
    ['mother', false],
    ['age', true],
  ]);
});

test('a file argument is a file field', () => {
  const properties = {
    data: { type: 'string', contentEncoding: 'base64' },
    name: { type: 'string' },
    mediaType: { type: 'string' },
  };
  expect(shapeOf({ type: 'object', required: ['data'], properties }).kind).toBe('file');
});

test('further properties are offered unless the schema forbids them', () => {
  expect(shapeOf({ type: 'object', additionalProperties: false })).toMatchObject({ extra: null });
  expect(shapeOf({ type: 'object', additionalProperties: { type: 'integer' } })).toMatchObject({
    extra: { type: 'integer' },
  });
});

test('a new value holds what cannot be otherwise, and waits for the rest', () => {
  expect(startValue({ $ref: '#/$defs/Pet' }, root)).toEqual({ kind: 'pet' });
  expect(startValue({ type: 'integer', default: 10 }, root)).toBe(10);
  expect(startValue({ type: 'array' }, root)).toEqual([]);
  const required = ['id', 'tags', 'body', 'note'];
  const properties: JsonObject = {
    id: { type: 'string', examples: ['a-1', 'a-2'] },
    tags: { type: 'array', items: { type: 'string' } },
    body: { anyOf: [{ $ref: '#/$defs/Pet' }, { type: 'string' }] },
    note: { type: 'string' },
  };
  expect(startValue({ type: 'object', required, properties }, root)).toEqual({
    id: 'a-1',
    tags: [],
    body: { kind: 'pet' },
  });
});

test('a schema that requires itself still starts', () => {
  expect(JSON.stringify(startValue({ $ref: '#/$defs/Needy' }, root)).length).toBeLessThan(99);
});

test('a value that a control would change is left to JSON', () => {
  expect(canShow(shapeOf({ type: 'string' }), 5, root)).toBe(false);
  expect(canShow(shapeOf({ enum: ['a', 'b'] }), 'c', root)).toBe(false);
  expect(canShow(shapeOf({ type: 'object' }), [], root)).toBe(false);
  expect(canShow(shapeOf({ type: 'object' }), {}, root)).toBe(true);
});

test('the alternative is found by its constant, then by what it requires', () => {
  const shape = shapeOf({ oneOf: [{ $ref: '#/$defs/Car' }, { $ref: '#/$defs/Pet' }] });
  if (shape.kind !== 'variants') throw new Error('no alternatives');
  expect(shape.variants.map(({ label }) => label)).toEqual(['Car', 'Pet']);
  const find = (value: Parameters<typeof findVariant>[1]) =>
    findVariant(shape.variants, value, root);
  expect(find({ kind: 'pet', name: 'Rex' })).toBe(1);
  expect(find({ kind: 'car', wheels: 4 })).toBe(0);
  expect(find({ name: 'Rex', kind: 'pet', wheels: 4 })).toBe(1);
  expect(find('text')).toBe(-1);
});

test('unset takes a property out; empty keeps it; order stays', () => {
  const value = { a: 1, b: 'x', c: true };
  expect(Object.keys(setProperty(value, 'b', ''))).toEqual(['a', 'b', 'c']);
  expect(setProperty(value, 'b', undefined)).toEqual({ a: 1, c: true });
  expect(Object.entries(renameProperty(value, 'a', 'z'))).toEqual([
    ['z', 1],
    ['b', 'x'],
    ['c', true],
  ]);
  expect(renameProperty(value, 'a', 'b')).toBe(value);
});

test('arguments that are no JSON name the place, and no other value than an object is taken', () => {
  const broken = parseArguments('{\n  "a": 1,\n  "b" 2\n}');
  expect(broken).toMatchObject({ ok: false, reason: 'invalid' });
  if (!broken.ok) expect(broken.message).toContain('line 3, column 7');
  expect(parseArguments('[1]').ok).toBe(false);
  expect(parseArguments('{"a": 1}')).toEqual({ ok: true, value: { a: 1 } });
});
