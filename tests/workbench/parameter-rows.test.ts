import { expect, test } from 'vitest';

import {
  toArgumentRows,
  toInnerRows,
  type ParameterRow,
} from '#app/workbench/parameters/parameter-rows.ts';
import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';

const action = {
  kind: 'http',
  upstream: 'api',
  method: 'POST',
  path: '/pets/{id}',
  parameters: [
    { argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false },
    { argument: 'limit', name: 'page[limit]', in: 'query', style: 'form', explode: true },
  ],
  body: { argument: 'body', contents: [{ mediaType: 'application/json', encoding: 'json' }] },
  response: {},
} as const;

function rowsOf(properties: JsonObject, required: string[] = []): ParameterRow[] {
  const inputSchema: JsonObject = { type: 'object', properties, required };
  return toArgumentRows({ inputSchema, action: structuredClone(action) as never }, {});
}

const types = (schema: JsonSchema, definitions: Record<string, JsonSchema> = {}) =>
  toInnerRows({ type: 'object', properties: { it: schema } }, definitions).map(({ type }) => type);

test('arguments come with the place that carries them, required ones first', () => {
  const rows = rowsOf(
    { limit: { type: 'integer' }, body: { type: 'object' }, id: { type: 'string' } },
    ['id', 'body'],
  );
  expect(rows.map(({ name, place, isRequired }) => [name, place, isRequired])).toEqual([
    ['body', 'body', true],
    ['id', 'path', true],
    ['limit', 'query', false],
  ]);
});

test.each([
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer · 1 to 100'],
  [{ type: 'string', format: 'date' }, 'string · date'],
  [{ type: ['string', 'null'] }, 'string · nullable'],
  [{ type: 'array', items: { type: 'string' } }, 'array of string'],
  [{ enum: ['a', 'b'] }, 'string'],
  [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'integer or string'],
  [{}, 'any'],
])('%j is named %s', (schema, name) => {
  expect(types(schema)).toEqual([name]);
});

test('values, default and description are told', () => {
  const [row] = rowsOf({
    status: { type: 'string', enum: ['on', 'off'], default: 'on', description: 'Whether it runs' },
  });
  expect(row).toMatchObject({
    values: ['on', 'off'],
    fallback: 'on',
    description: 'Whether it runs',
  });
});

test('what is inside a body is found through references, lists and alternatives', () => {
  const definitions = {
    Pet: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  };
  const names = (schema: JsonSchema) =>
    toInnerRows(schema, definitions).map(({ name, isRequired }) => [name, isRequired]);
  expect(names({ $ref: '#/$defs/Pet' })).toEqual([['name', true]]);
  expect(names({ type: 'array', items: { $ref: '#/$defs/Pet' } })).toEqual([['name', true]]);
  expect(names({ anyOf: [{ $ref: '#/$defs/Pet' }, { type: 'string' }] })).toEqual([['name', true]]);
  const two: JsonObject = {
    oneOf: [{ $ref: '#/$defs/Pet' }, { type: 'object', properties: { id: {} } }],
  };
  expect(names(two)).toEqual([
    ['Pet', false],
    ['object', false],
  ]);
});

test('schemas that contain themselves end', () => {
  const definitions = {
    Loop: { type: 'array', items: { $ref: '#/$defs/Loop' } },
    Either: { anyOf: [{ $ref: '#/$defs/Either' }, { $ref: '#/$defs/Loop' }] },
  };
  expect(toInnerRows({ $ref: '#/$defs/Loop' }, definitions)).toEqual([]);
  expect(toInnerRows({ $ref: '#/$defs/Either' }, definitions)).toEqual([]);
  expect(types({ $ref: '#/$defs/Loop' }, definitions)[0]).toMatch(/^array of array/);
});
