import { expect, test } from 'vitest';
import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { toModelSchema, UNTOLD_FIELD } from '#app/builder/models/to-model-schema.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import type { JsonObject } from '#app/runtime/json.ts';

/** The schemas of all tools as they are checked. */
const SCHEMAS = BUILDER_TOOLS.map(({ name, input }) => {
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' });
  return [name, JsonObjectSchema.parse(schema)] as const;
});

test('fields, types and words are told at any depth, and what only a check needs is not', () => {
  const schema: JsonObject = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 64, description: 'Verb first.' },
      // A field may be called like a keyword.
      pattern: { type: 'string', pattern: '^a' },
      page: { type: 'integer', minimum: 1, maximum: 9_007_199_254_740_991, default: 1 },
      fields: {
        type: 'array',
        default: [],
        items: {
          type: 'object',
          properties: { format: { type: 'string', maxLength: 9, description: 'uuid …' } },
          required: ['format'],
          additionalProperties: false,
        },
      },
      auth: { oneOf: [{ const: 'none' }, { enum: ['key', 'basic'] }] },
    },
  };
  expect(toModelSchema(schema)).toEqual({
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'Verb first.' },
      pattern: { type: 'string' },
      page: { type: 'integer', default: 1 },
      fields: {
        type: 'array',
        items: {
          type: 'object',
          properties: { format: { type: 'string', description: 'uuid …' } },
          required: ['format'],
        },
      },
      auth: { oneOf: [{ const: 'none' }, { enum: ['key', 'basic'] }] },
    },
  });
});

test('a field that is marked as untold is not told, and still taken', () => {
  const input = z.strictObject({ a: z.string(), b: z.string().optional().meta(UNTOLD_FIELD) });
  const schema = JsonObjectSchema.parse(z.toJSONSchema(input, { io: 'input' }));
  expect(toModelSchema(schema)['properties']).toEqual({ a: { type: 'string' } });
  expect(input.parse({ a: 'x', b: 'y' })).toEqual({ a: 'x', b: 'y' });
});

test.each(SCHEMAS)('a model is told every field, choice and description of %s', (_name, schema) => {
  const told = JSON.stringify(toModelSchema(schema));
  const missing = wordsOf(schema).filter(
    (word) => !told.includes(JSON.stringify(word).slice(1, -1)),
  );
  expect(missing).toEqual([]);
});

test('all tools are told in four fifths of the characters of their schemas', () => {
  const size = (schemas: readonly object[]) => JSON.stringify(schemas).length;
  const whole = SCHEMAS.map(([, schema]) => schema);
  expect(size(whole.map(toModelSchema))).toBeLessThan(size(whole) * 0.8);
});

/** Names of fields, choices and descriptions, at any depth. */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]): string[] => {
    if (key === 'properties') {
      const told = Object.entries(item as Record<string, object>).filter(
        ([, field]) => !('untold' in field),
      );
      return told.flatMap(([name, field]) => [name, ...wordsOf(field)]);
    }
    if (key === 'enum') return (item as unknown[]).map(String);
    return key === 'description' ? [String(item)] : wordsOf(item);
  });
}
