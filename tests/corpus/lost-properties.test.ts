import { expect, test } from 'vitest';

import type { JsonObject } from '#app/runtime/definition.ts';

import { lostProperties } from './lost-properties.ts';

const DOCUMENT: JsonObject = {
  openapi: '3.0.3',
  components: {
    schemas: {
      Base: { properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } } },
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            properties: {
              friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
              owner: { $ref: '#/components/schemas/Owner', readOnly: true },
            },
          },
        ],
      },
      Owner: { properties: { town: { type: 'string' } } },
      Box: {
        properties: {
          content: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: {
                oneOf: [
                  { $ref: '#/components/schemas/Pet' },
                  { $ref: '#/components/schemas/Owner' },
                ],
              },
            },
          },
        },
      },
    },
  },
};
const PET: JsonObject = {
  properties: { name: {}, friends: { items: { $ref: '#/$defs/Pet' } } },
};

test('all properties of a cyclic, composed body are found, but those that are only read', () => {
  const root = { $defs: { Pet: PET } };
  expect(
    lostProperties(
      { root: DOCUMENT, schemas: [{ $ref: '#/components/schemas/Pet' }] },
      { root, schemas: [{ $ref: '#/$defs/Pet' }] },
    ),
  ).toEqual({ kept: 2, lost: [] });
});

test('a property that is missing below a list, a map and a choice is named', () => {
  const found = lostProperties(
    { root: DOCUMENT, schemas: [{ $ref: '#/components/schemas/Box' }] },
    {
      root: { $defs: { Pet: PET } },
      schemas: [{ properties: { content: { items: { additionalProperties: PET } } } }],
    },
  );
  expect(found.lost).toEqual(['$.content[]{}.town']);
});

test('what a list or map holds is missed where the tool knows of no list or map', () => {
  const found = lostProperties(
    { root: DOCUMENT, schemas: [{ $ref: '#/components/schemas/Box' }] },
    { root: {}, schemas: [{ properties: { content: {} } }] },
  );
  expect(found.lost.toSorted()).toEqual([
    '$.content[]{}.friends',
    '$.content[]{}.name',
    '$.content[]{}.town',
  ]);
});
