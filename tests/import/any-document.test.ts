import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { importDocument } from '#app/blueprint/import/import-document.ts';

import { imported } from './imported.ts';

type Holder = Record<string, unknown>;

const documents = ['petstore-2.0.yaml', 'petstore-3.0.json'].map(
  (file) => parse(readFileSync(new URL(`../specs/${file}`, import.meta.url), 'utf8')) as Holder,
);

/** Things that stand where they should not. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    '',
    '#',
    '\u202E列出',
    '__proto__',
    [],
    {},
    [null],
    { $ref: '#/components/schemas/Pet' },
    { $ref: '#/definitions/Pet' },
    { $ref: '#/nowhere' },
    { $ref: '#' },
    { $ref: 5 },
    { allOf: [{ $ref: '#/components/schemas/Order' }, { $ref: '#/components/schemas/Pet' }] },
    {
      anyOf: [{ $ref: '#/components/schemas/Category' }, { $ref: '#/components/schemas/Category' }],
    },
    { type: 'any', nullable: true, required: true, enum: null },
    { type: ['string', 5], pattern: '[\\w-.]{1-2}(', default: null },
    { in: 'query', name: '__proto__' },
    { in: 'formData', name: 'f', type: 'file' },
    { readOnly: true, writeOnly: true },
    { security: [{}], get: {}, schema: {} },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const change = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('replace', 'remove', 'add', 'copy'),
  value: strange,
  from: fc.nat(),
  key: fc.constantFrom(
    '$ref',
    'type',
    'allOf',
    'oneOf',
    'properties',
    'items',
    'required',
    'nullable',
    'enum',
    'parameters',
    'requestBody',
    'responses',
    'security',
    'servers',
    'in',
    'name',
    'content',
    'schema',
    'example',
    'operationId',
    'style',
    '__proto__',
    'constructor',
  ),
});

test('any document, however broken, gives a valid blueprint or a clear error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(documents.length - 1),
      fc.array(change, { minLength: 1, maxLength: 10 }),
      async (index, changes) => {
        const document = structuredClone(documents[index] ?? {});
        for (const { at, kind, value, from, key } of changes) {
          const places = placesOf(document);
          const [holder, name] = places[at % places.length] ?? [document, 'paths'];
          const [source, other] = places[from % places.length] ?? [document, 'paths'];
          if (kind === 'remove') delete holder[name];
          else if (kind === 'copy') holder[name] = structuredClone(source[other]);
          else
            define(
              holder,
              kind === 'add' && !Array.isArray(holder) ? key : name,
              structuredClone(value),
            );
        }
        const text = JSON.stringify(document);
        const outcome = await importDocument(text);
        if (outcome.ok) await imported(text);
        else expect(outcome.message).toMatch(/[.]$/);
      },
    ),
    { numRuns: 60, seed: 42 },
  );
}, 120_000);

test('any text is read or rejected, and never throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.string().map((text) => `openapi: 3.0.0\n${text}`),
      ),
      async (text) => {
        const outcome = await importDocument(text);
        if (!outcome.ok) expect(outcome.message).not.toBe('');
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

function placesOf(root: Holder): [Holder, string][] {
  const places: [Holder, string][] = [];
  const open: Holder[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [key, child] of Object.entries(next)) {
      places.push([next, key]);
      if (typeof child === 'object' && child !== null) open.push(child as Holder);
    }
  }
  return places;
}

function define(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
