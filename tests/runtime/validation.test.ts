import { describe, expect, test } from 'vitest';

import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';
import { validateArguments } from '#app/runtime/schema/validate-arguments.ts';

function check(
  properties: { [name: string]: JsonSchema },
  args: JsonObject,
  more: JsonObject = {},
  definitions: { [name: string]: JsonSchema } = {},
): string[] {
  const inputSchema: JsonObject = { type: 'object', properties, ...more };
  const text = validateArguments({ name: 'tool', inputSchema }, args, definitions);
  return text === null ? [] : text.split('\n').slice(1);
}

test.each<[string, JsonSchema, JsonObject, string]>([
  ['a type', { type: 'integer' }, { a: 'x' }, 'must be an integer, not "x"'],
  ['several types', { type: ['string', 'null'] }, { a: 1 }, 'must be a string or null, not 1'],
  ['a fraction', { type: 'integer' }, { a: 1.5 }, 'must be an integer, not 1.5'],
  ['an enum', { enum: ['asc', 'desc'] }, { a: 'up' }, 'must be one of "asc", "desc", not "up"'],
  [
    'a near miss',
    { enum: ['available', 'sold'] },
    { a: 'avaliable' },
    'must be one of "available", "sold", not "avaliable"; did you mean "available"?',
  ],
  ['a constant', { const: 1 }, { a: 2 }, 'must be 1, not 2'],
  ['a minimum', { minimum: 1 }, { a: 0 }, 'must be at least 1, not 0'],
  ['a maximum', { maximum: 100 }, { a: 500 }, 'must be at most 100, not 500'],
  ['an open bound', { exclusiveMinimum: 0 }, { a: 0 }, 'must be greater than 0, not 0'],
  ['a multiple', { multipleOf: 5 }, { a: 7 }, 'must be a multiple of 5, not 7'],
  ['a length', { minLength: 3 }, { a: 'é' }, 'must have at least 3 characters, not 1'],
  ['a longer one', { maxLength: 1 }, { a: 'abc' }, 'must have at most 1 characters, not 3'],
  ['a pattern', { pattern: '^a\\d$' }, { a: 'b' }, 'must match the pattern ^a\\d$, not "b"'],
  ['a format', { format: 'date' }, { a: '1.2.2026' }, 'must be in the format date, not "1.2.2026"'],
  ['items', { minItems: 2 }, { a: [1] }, 'must have at least 2 items, not 1'],
  ['twins', { uniqueItems: true }, { a: [1, 1] }, 'must not contain the same item twice'],
])('%s is named with what is expected', (_, schema, args, expected) => {
  expect(check({ a: schema }, args)).toEqual([`- $.a ${expected}`]);
});

describe('the message', () => {
  test('says which required arguments are missing, and what they are', () => {
    const properties = {
      petId: { type: 'integer', description: 'ID of the pet. More text.' },
      sort: { enum: ['a', 'b'] },
    };
    expect(check(properties, {}, { required: ['petId', 'sort'] })).toEqual([
      '- $.petId is required: an integer – ID of the pet.',
      '- $.sort is required: one of "a", "b"',
    ]);
  });

  test('names all problems, each with its path in the body', () => {
    const definitions: { [name: string]: JsonSchema } = {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          tags: { type: 'array', items: { $ref: '#/$defs/Tag' } },
        },
      },
      Tag: { type: 'object', properties: { 'a b': { type: 'string' } } },
    };
    const args: JsonObject = { limit: 0, body: { tags: [{}, { 'a b': 1 }] } };
    const properties = { limit: { minimum: 1 }, body: { $ref: '#/$defs/Pet' } };
    expect(check(properties, args, {}, definitions)).toEqual([
      '- $.limit must be at least 1, not 0',
      '- $.body.name is required: a string',
      "- $.body.tags[1]['a b'] must be a string, not 1",
    ]);
  });

  test.each<JsonObject>([{}, { additionalProperties: false }])(
    'suggests the intended name of an unknown argument: %j',
    (more) => {
      const properties = { petId: {}, status: {} };
      expect(check(properties, { pet_id: 1, statuz: 1, xyz: 1 }, more)).toEqual([
        '- $.pet_id is unknown; did you mean "petId"?',
        '- $.statuz is unknown; did you mean "status"?',
        '- $.xyz is unknown; known are "petId", "status"',
      ]);
    },
  );

  test('suggests names inside a closed body too', () => {
    const body = { type: 'object', properties: { title: {} }, additionalProperties: false };
    expect(check({ body }, { body: { titel: 1 } })).toEqual([
      '- $.body.titel is unknown; did you mean "title"?',
    ]);
  });

  test('accepts additional arguments if the schema allows them', () => {
    expect(check({ a: {} }, { b: 1 }, { additionalProperties: true })).toEqual([]);
    expect(check({ a: {} }, { b: 1 }, { additionalProperties: { type: 'string' } })).toEqual([
      '- $.b must be a string, not 1',
    ]);
  });

  test('explains the closest of several alternatives', () => {
    const body: JsonObject = {
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'meow'],
          properties: { kind: { const: 'cat' }, meow: { type: 'string' } },
        },
        {
          type: 'object',
          required: ['kind', 'bark'],
          properties: { kind: { const: 'dog' }, bark: { type: 'string' } },
        },
      ],
    };
    expect(check({ body }, { body: { kind: 'dog', bark: 1 } })).toEqual([
      '- $.body.bark must be a string, not 1',
    ]);
    expect(check({ a: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }, { a: true })).toEqual(
      ['- $.a must be a string or an integer, not true'],
    );
  });

  test('is limited if everything is wrong', () => {
    const lines = check(
      { a: { items: { type: 'string' } } },
      { a: Array.from({ length: 50 }, () => 1) },
    );
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('- and 30 more');
  });
});

describe('faults of the document do not affect the caller:', () => {
  test('alternatives that overlap', () => {
    expect(check({ a: { oneOf: [{ type: 'integer' }, { type: 'number' }] } }, { a: 3 })).toEqual(
      [],
    );
  });

  test('an invalid pattern, a $ref without a target, unknown keywords', () => {
    const schema: JsonSchema = {
      allOf: [
        { pattern: '(' },
        { $ref: '#/$defs/Nowhere' },
        { $ref: 'https://example.com/x.json' },
      ],
      discriminator: { id: 'x', propertyName: 'kind' },
      example: { id: 'x' },
      'x-any': { id: 'x', type: 5 },
    };
    expect(check({ a: schema }, { a: 'x' })).toEqual([]);
  });

  test('circular schemas', () => {
    const definitions: { [name: string]: JsonSchema } = {
      A: { $ref: '#/$defs/B' },
      B: { $ref: '#/$defs/A' },
      C: { allOf: [{ $ref: '#/$defs/C' }] },
    };
    expect(check({ a: { $ref: '#/$defs/A' } }, { a: 1 }, {}, definitions)).toEqual([]);
    expect(check({ a: { $ref: '#/$defs/C' } }, { a: 1 }, {}, definitions)).toEqual([]);
  });
});

test('a recursive schema is checked at every depth', () => {
  const definitions: { [name: string]: JsonSchema } = {
    Node: {
      type: 'object',
      properties: { next: { $ref: '#/$defs/Node' }, value: { type: 'string' } },
    },
  };
  const args = { a: { next: { next: { value: 1 } } } };
  expect(check({ a: { $ref: '#/$defs/Node' } }, args, {}, definitions)).toEqual([
    '- $.a.next.next.value must be a string, not 1',
  ]);
});

test('the schemas themselves are not modified', () => {
  const frozen: JsonObject = Object.freeze({
    type: 'object',
    properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }),
  });
  expect(validateArguments({ name: 'tool', inputSchema: frozen }, { a: 'x' }, {})).toBeNull();
  expect(Object.getOwnPropertyNames(frozen)).toEqual(['type', 'properties']);
});

test('properties named like JavaScript’s built-in ones are ordinary', () => {
  const args: JsonObject = JSON.parse('{"__proto__": 1, "constructor": 2}');
  expect(check({ a: {} }, args)).toEqual([
    '- $.__proto__ is unknown; known are "a"',
    '- $.constructor is unknown; known are "a"',
  ]);
});

test('a required argument named like an inherited property is missing if it is not given', () => {
  const named = { constructor: { type: 'string' }, toString: { minLength: 2 } };
  expect(check(named, {})).toEqual([]);
  expect(check(named, { toString: 'x' })).toHaveLength(1);
  expect(check(named, {}, { required: ['constructor'] })).toEqual([
    expect.stringContaining('$.constructor'),
  ]);
});

describe('definitions that tools share', () => {
  const definitions: { [name: string]: JsonSchema } = {
    Owner: { type: 'object', properties: { name: { type: 'string' } } },
    Pet: { type: 'object', properties: { owner: { $ref: '#/$defs/Owner' } } },
    Sibling: { $ref: '#/properties/kind' },
    'a/b~c %': { type: 'integer' },
  };

  test('check the arguments of each tool, in any order', () => {
    const args = { a: { name: 1 }, b: { owner: { name: 1 } } };
    expect(check({ a: { $ref: '#/$defs/Owner' } }, args, {}, definitions)).toContain(
      '- $.a.name must be a string, not 1',
    );
    expect(check({ b: { $ref: '#/$defs/Pet' } }, args, {}, definitions)).toContain(
      '- $.b.owner.name must be a string, not 1',
    );
    const odd = { a: { $ref: '#/$defs/a~1b~0c%20%25' } };
    expect(check(odd, { a: 'x' }, {}, definitions)).toEqual(['- $.a must be an integer, not "x"']);
  });

  test('are overridden by a tool’s own', () => {
    const own = { $defs: { Owner: { type: 'boolean' } } };
    const properties = { b: { $ref: '#/$defs/Pet' } };
    expect(check(properties, { b: { owner: {} } }, {}, definitions)).toEqual([]);
    expect(check(properties, { b: { owner: {} } }, own, definitions)).toEqual([
      '- $.b.owner must be true or false, not {}',
    ]);
  });

  test('may point into the schema of the tool, which differs from tool to tool', () => {
    for (const [type, wrong] of [
      ['string', 1],
      ['integer', 'x'],
    ] as const) {
      const properties = { kind: { type }, a: { $ref: '#/$defs/Sibling' } };
      expect(check(properties, { a: wrong }, {}, definitions)).toHaveLength(1);
    }
  });
});

test.each([
  ['of a keyword that nobody knows', '#/$defs/Pet/x-inner'],
  ['of data', '#/$defs/Pet/default'],
  ['of a keyword that is no schema', '#/$defs/Pet/items/0'],
  ['of a pattern that is none', '#/$defs/Pet/patternProperties/('],
  ['behind the mark of a `$ref`', '#/$defs/Pet/properties/self/x-inner'],
])('a `$ref` to a part %s accepts anything, and the rest is checked', (_, ref) => {
  const definitions: { [name: string]: JsonSchema } = {
    Pet: {
      'x-inner': { type: 'string' },
      default: { type: 'string' },
      items: [{ type: 'string' }],
      patternProperties: { '(': { type: 'string' } },
      properties: { self: { $ref: '#/$defs/Pet', 'x-inner': { type: 'string' } } },
      allOf: [{ type: 'object' }],
    },
  };
  const properties = { a: { $ref: ref }, b: { type: 'string' } };
  expect(check(properties, { a: 1, b: 5 }, {}, definitions)).toEqual([
    '- $.b must be a string, not 5',
  ]);
  expect(
    check({ ...properties, a: { $ref: '#/$defs/Pet/allOf/0' } }, { a: 1 }, {}, definitions),
  ).toEqual(['- $.a must be an object, not 1']);
});
