import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nameTools } from '#app/blueprint/import/tool-names.ts';
import type { NameSource } from '#app/blueprint/import/tool-names.ts';

import { onlyTool, openapi } from './imported.ts';

const SAFE = /^[A-Za-z0-9_.-]{1,64}$/;

/** Words that come again, so that names collide, and texts of any script and length. */
const word = fc.oneof(
  fc.constantFrom(
    'list',
    'List',
    'list_',
    'list pets',
    '',
    '---',
    'a'.repeat(70),
    '列出',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 90 }),
);

const sources = fc
  .uniqueArray(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE'),
      segments: fc.array(word, { maxLength: 4 }),
      operationId: fc.option(word),
    }),
    { selector: ({ method, segments }) => `${method} /${segments.join('/')}`, maxLength: 30 },
  )
  .map((list) =>
    list.map(({ method, segments, operationId }): NameSource => {
      const path = `/${segments.join('/')}`;
      return { operation: `${method} ${path}`, method, path, operationId, previous: null };
    }),
  );

test('any operations give valid, unique tool names', () => {
  fc.assert(
    fc.property(sources, fc.array(word), (list, reserved) => {
      const names = nameTools(list, reserved);
      expect(names).toHaveLength(list.length);
      expect(names.filter((name) => !SAFE.test(name))).toEqual([]);
      expect(new Set([...names, ...reserved]).size).toBe(names.length + new Set(reserved).size);
      expect(nameTools(list, reserved)).toEqual(names);
    }),
  );
});

test('tool names are stable when operations are added, removed or reordered', () => {
  fc.assert(
    fc.property(sources, fc.infiniteStream(fc.nat()), (list, numbers) => {
      const names = nameTools(list, []);
      const named = list.map((source, index) => ({ ...source, previous: names[index] ?? null }));
      const shuffled = named
        .map((source) => ({ source, rank: numbers.next().value ?? 0 }))
        .toSorted((first, second) => first.rank - second.rank)
        .map(({ source }) => source)
        .slice(Math.floor(list.length / 3));
      const added = { ...(list[0] ?? emptySource), operation: 'GET /new', previous: null };
      expect(nameTools([added, ...shuffled], []).slice(1)).toEqual(
        shuffled.map(({ previous }) => previous),
      );
    }),
  );
});

test('any parameters give separate arguments', async () => {
  const parameter = fc.record({
    name: word.filter((name) => name !== ''),
    in: fc.constantFrom('query', 'cookie'),
  });
  const list = fc.uniqueArray(parameter, {
    selector: ({ name, in: place }) => `${place}:${name}`,
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(list, async (parameters) => {
      const described = parameters.map((entry) => ({ ...entry, schema: { type: 'string' } }));
      const get = { parameters: described, responses: { 200: { description: 'OK' } } };
      const { action, properties } = await onlyTool(openapi({ '/x': { get } }));
      const placed = action.parameters.map(({ argument }) => argument);
      expect(Object.keys(properties).toSorted()).toEqual(placed.toSorted());
      expect(new Set(placed).size).toBe(parameters.length);
      expect(placed.filter((name) => !SAFE.test(name))).toEqual([]);
      expect(action.parameters.map(({ name, in: place }) => `${place}:${name}`).toSorted()).toEqual(
        parameters.map(({ name, in: place }) => `${place}:${name}`).toSorted(),
      );
    }),
    { numRuns: 50 },
  );
});

const emptySource: NameSource = {
  operation: 'GET /',
  method: 'GET',
  path: '/',
  operationId: null,
  previous: null,
};
