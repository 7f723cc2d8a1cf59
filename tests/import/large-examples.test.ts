import { describe, expect, test } from 'vitest';

import { pickCalls } from '#app/blueprint/generate/pick-calls.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toMockFixtures } from '#app/blueprint/to-mock-fixtures.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { openapi } from './imported.ts';

/** A list of as many objects as each of them has names. */
type Make = (size: number) => JsonObject[];

const range = (size: number) => Array.from({ length: size }, (_, index) => index);

const objectsWith =
  (name: (object: number, index: number, size: number) => string, value: JsonValue = 1): Make =>
  (size) =>
    range(size).map((object) =>
      Object.fromEntries(range(size).map((index) => [name(object, index, size), value])),
    );

const EXAMPLES: Record<string, Make> = {
  'the same names': objectsWith((_, index) => `n${index}`),
  'the same names in another order': objectsWith((o, index, size) => `n${(index + o) % size}`),
  'names of their own': objectsWith((object, index) => `n${object}_${index}`),
  'numbers as names': objectsWith((object, index, size) => String(object * size + index)),
  'values that are lists': objectsWith((_, index) => `n${index}`, [{ a: null }]),
};

const item = (size: number, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(range(size).map((index) => [`n${index}`, { type: 'string' }])),
  ...more,
});

/** Schemas of such a list; every value has the wrong type, which is the most work. */
const SCHEMAS: Record<string, (size: number) => JsonValue> = {
  'no schema': () => ({}),
  'a list of anything': () => ({ type: 'array', items: { type: 'object' } }),
  'all names': (size) => ({ type: 'array', items: item(size) }),
  'required names that are missing': (size) => ({
    type: 'array',
    items: item(size, { required: range(size).map((index) => `m${index}`) }),
  }),
  'no further names': (size) => ({
    type: 'array',
    items: item(size, { additionalProperties: false, unevaluatedProperties: false }),
  }),
  'patterns of names': () => ({
    type: 'array',
    items: {
      type: 'object',
      patternProperties: { '^n': { type: 'string' }, '1$': { type: 'string' } },
      propertyNames: { pattern: '^m' },
    },
  }),
  'objects that differ': (size) => ({ type: 'array', uniqueItems: true, items: item(size) }),
  alternatives: (size) => ({
    type: 'array',
    items: { anyOf: [item(size), { type: 'object', additionalProperties: { type: 'null' } }] },
  }),
};

function documentOf(schema: JsonValue, example: JsonValue): string {
  const media = { 'application/json': { schema, example } };
  const responses = { 200: { description: 'OK', content: media } };
  const parameters = [{ name: 'a', in: 'query', schema, example }];
  const post = { operationId: 'b', requestBody: { content: media }, responses };
  return openapi(
    { '/a': { get: { operationId: 'a', parameters, responses } }, '/b': { post } },
    { openapi: '3.1.0' },
  );
}

function collectionOf(example: JsonValue): string {
  const raw = JSON.stringify(example);
  const request = {
    method: 'POST',
    url: 'https://api.example.com/a',
    body: { mode: 'raw', raw, options: { raw: { language: 'json' } } },
  };
  const header = [{ key: 'Content-Type', value: 'application/json' }];
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  return JSON.stringify({
    info: { name: 'Large', schema },
    item: [{ name: 'a', request, response: [{ name: 'r', code: 200, header, body: raw }] }],
  });
}

/** Built-in functions that everything which looks at a value or a name calls. */
const LOOKS: [object, string][] = [
  [Array, 'isArray'],
  [Object, 'hasOwn'],
  [RegExp.prototype, 'test'],
  [RegExp.prototype, 'exec'],
  [Map.prototype, 'get'],
  [Set.prototype, 'has'],
];

/** How often the importer, the choice of calls and the mock look at a value or a name. */
async function countLooks(document: string): Promise<number> {
  let looks = 0;
  const undo = LOOKS.map(([holder, name]) => {
    const native: unknown = Reflect.get(holder, name);
    if (typeof native !== 'function') throw new Error(`There is no ${name}.`);
    const counted = function (this: unknown, ...args: unknown[]): unknown {
      looks += 1;
      return Reflect.apply(native, this, args);
    };
    Object.defineProperty(holder, name, { value: counted, configurable: true, writable: true });
    return () => {
      Object.defineProperty(holder, name, { value: native, configurable: true, writable: true });
    };
  });
  try {
    const imported = await importDocument(document);
    if (!imported.ok) throw new Error(imported.message);
    const { blueprint } = imported.value;
    for (const tool of blueprint.tools) pickCalls(tool, blueprint.definitions);
    toMockFixtures(blueprint);
    return looks;
  } finally {
    for (const each of undo) each();
  }
}

/** Twice as many objects with twice as many names are four times the work, and some more for the rest. */
const MOST = 5;

describe('an example of many objects with many names takes work that grows with its size', () => {
  test.each(Object.keys(EXAMPLES))('%s', async (name) => {
    const make = EXAMPLES[name]!;
    const growth: Record<string, number> = {};
    const measure = async (what: string, toText: (size: number) => string) => {
      growth[what] = (await countLooks(toText(120))) / (await countLooks(toText(60)));
    };
    for (const [what, schema] of Object.entries(SCHEMAS)) {
      await measure(what, (size) => documentOf(schema(size), make(size)));
    }
    await measure('a command', (size) => {
      return `curl https://api.example.com/a -d '${JSON.stringify(make(size))}'`;
    });
    await measure('a collection', (size) => collectionOf(make(size)));
    expect(Object.entries(growth).filter(([, factor]) => !(factor < MOST))).toEqual([]);
  });
});
