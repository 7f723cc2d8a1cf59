import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { openapi } from './imported.ts';

/** Far more than any of it takes; each of these documents took minutes, or for ever. */
const WATCHDOG_MS = 40_000;

async function importWhole(document: string): Promise<JsonObject> {
  const script = fileURLToPath(new URL('import-whole.ts', import.meta.url));
  const options = ['--max-old-space-size=1024', '--no-warnings', script];
  const child = spawn(process.execPath, options, {
    timeout: WATCHDOG_MS,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(document);
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect({ code, signal, errors: errors.slice(-500) }).toEqual({
    code: 0,
    signal: null,
    errors: '',
  });
  const found: JsonObject = JSON.parse(output);
  return found;
}

/** One operation whose query parameter, body and answer are of a schema. */
function documentOf(schema: JsonValue, schemas: JsonObject = {}, example?: JsonValue): string {
  const media = { 'application/json': { schema, ...(example !== undefined && { example }) } };
  const parameters = [
    { name: 'a', in: 'query', schema, ...(example !== undefined && { example }) },
  ];
  const responses = { 200: { description: 'OK', content: media } };
  const paths = {
    '/a': { get: { operationId: 'a', parameters, responses } },
    '/b': {
      post: { operationId: 'b', requestBody: { required: true, content: media }, responses },
    },
  };
  return openapi(paths, { openapi: '3.1.0', components: { schemas } });
}

/** Levels of schemas, each of which refers to the next one as often as `make` does. */
function levels(count: number, make: (next: JsonValue) => JsonObject, last: JsonValue): JsonObject {
  const entries = Array.from({ length: count }, (_, level) => {
    const next = level + 1 < count ? { $ref: `#/components/schemas/L${level + 1}` } : last;
    return [`L${level}`, make(next)] as const;
  });
  return Object.fromEntries(entries);
}

const withProperties = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: ['a'],
  properties,
});

/** No promise, though it has a `then`. */
const toSchema = (keywords: [string, JsonValue][]): JsonObject => Object.fromEntries(keywords);

const FIRST = { $ref: '#/components/schemas/L0' };
const LETTERS = Array.from('abcdefghij');
const STRING = { type: 'string', minLength: 1 };

const DOCUMENTS: [string, () => string][] = [
  [
    'a pattern whose sample has to be 40 characters long',
    () => documentOf({ type: 'string', pattern: '^(a+)+$b', minLength: 40 }),
  ],
  [
    'a pattern and an example that almost fits',
    () => documentOf({ type: 'string', pattern: '^(a+)+$' }, {}, `${'a'.repeat(40)}!`),
  ],
  [
    'a pattern of property names',
    () =>
      documentOf(
        { type: 'object', patternProperties: { '^(a|a)+$': STRING } },
        {},
        { [`${'a'.repeat(40)}!`]: 1 },
      ),
  ],
  [
    'a pattern of repeated repetition',
    () =>
      documentOf({
        type: 'string',
        pattern: '^(((((a{1000}){1000}){1000}){1000}){1000})$',
        minLength: 5,
      }),
  ],
  [
    'a format whose check backtracks',
    () => documentOf({ type: 'string', format: 'url' }, {}, `http://${'a'.repeat(60)}!`),
  ],
  [
    'alternatives of alternatives',
    () =>
      documentOf(
        FIRST,
        levels(25, (next) => ({ anyOf: [next, next] }), STRING),
        5,
      ),
  ],
  [
    'alternatives of alternatives that are one of',
    () =>
      documentOf(
        FIRST,
        levels(25, (next) => ({ oneOf: [next, next] }), STRING),
        5,
      ),
  ],
  [
    'all of all of',
    () =>
      documentOf(
        FIRST,
        levels(25, (next) => ({ allOf: [next, next] }), STRING),
        5,
      ),
  ],
  [
    'not of not of',
    () =>
      documentOf(
        FIRST,
        levels(25, (next) => ({ not: { anyOf: [next, { not: next }] } }), STRING),
        5,
      ),
  ],
  [
    'conditions of conditions',
    () =>
      documentOf(
        FIRST,
        levels(
          25,
          (next) =>
            toSchema([
              ['if', next],
              ['then', next],
              ['else', next],
            ]),
          STRING,
        ),
        5,
      ),
  ],
  [
    'alternatives in the properties of alternatives',
    () =>
      documentOf(
        FIRST,
        levels(
          25,
          (next) => ({
            anyOf: [withProperties({ a: next }), withProperties({ a: next, b: STRING })],
          }),
          STRING,
        ),
      ),
  ],
  [
    'objects that need ten of the next',
    () =>
      documentOf(
        FIRST,
        levels(
          12,
          (next) => ({
            type: 'object',
            required: LETTERS,
            properties: Object.fromEntries(LETTERS.map((name) => [name, next])),
          }),
          STRING,
        ),
      ),
  ],
  [
    'a schema of itself, in many ways',
    () =>
      documentOf(FIRST, {
        L0: {
          type: 'object',
          properties: {
            a: {
              anyOf: [
                { $ref: '#/components/schemas/L0' },
                { allOf: [{ $ref: '#/components/schemas/L0' }] },
              ],
            },
          },
          unevaluatedProperties: { $ref: '#/components/schemas/L0' },
        },
      }),
  ],
  ['a billion items', () => documentOf({ type: 'array', minItems: 1_000_000_000, items: STRING })],
  [
    'a billion properties',
    () =>
      documentOf({ type: 'object', minProperties: 1_000_000_000, additionalProperties: STRING }),
  ],
  [
    'a long example in lists of lists',
    () =>
      documentOf(
        FIRST,
        levels(4, (next) => ({ type: 'array', minItems: 1_000, items: next }), {
          type: 'string',
          example: 'x'.repeat(100_000),
        }),
      ),
  ],
  [
    'an example of ten thousand objects that have to differ',
    () =>
      documentOf(
        {
          type: 'array',
          uniqueItems: true,
          items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        },
        {},
        Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'x' })),
      ),
  ],
  [
    'an example of ten thousand objects with a thousand alternatives',
    () =>
      documentOf(
        {
          type: 'array',
          items: {
            oneOf: Array.from({ length: 1_000 }, (_, index) => ({
              type: 'object',
              required: [`p${index}`],
              properties: { [`p${index}`]: { const: index } },
            })),
          },
        },
        {},
        Array.from({ length: 10_000 }, (_, id) => ({ [`p${id % 1_000}`]: -1 })),
      ),
  ],
  [
    'an example that nests ten thousand deep',
    () =>
      documentOf(FIRST, {
        L0: { anyOf: [STRING, { type: 'array', items: { $ref: '#/components/schemas/L0' } }] },
      }).replace(
        '"type":"string","minLength":1',
        `"type":"string","minLength":1,"example":${'['.repeat(300)}${']'.repeat(300)}`,
      ),
  ],
];

test.each(DOCUMENTS)('a document with %s is imported, tried and judged', async (_, make) => {
  const document = make();
  expect(await importWhole(document)).toMatchObject({ tools: 2 });
});
