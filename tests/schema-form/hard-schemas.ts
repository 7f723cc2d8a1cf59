import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';

interface HardSchema {
  /** What makes it hard. */
  name: string;
  schema: JsonSchema;
  /** Objects that it may meet, those that do not fit included. */
  values: { [name: string]: JsonValue }[];
}

const text = { type: 'string' };

/** Schemas of servers that are not ours: every way of 2020-12 and of its predecessors, and wrong ones. */
export const HARD_SCHEMAS: readonly HardSchema[] = [
  {
    name: 'one definition behind two references',
    schema: {
      type: 'object',
      properties: { from: { $ref: '#/$defs/Place' }, to: { $ref: '#/$defs/Place' } },
      $defs: { Place: { type: 'object', properties: { city: text, zip: { type: 'integer' } } } },
    },
    values: [{ from: { city: 'Bonn', zip: 53111 }, to: { city: 'Ulm', zip: 89073, more: [1] } }],
  },
  {
    name: 'a schema that contains itself',
    schema: {
      type: 'object',
      properties: { name: text, children: { type: 'array', items: { $ref: '#' } } },
    },
    values: [{ name: 'a', children: [{ name: 'b', children: [{ name: '' }] }, {}] }],
  },
  {
    name: 'allOf in a circle',
    schema: {
      type: 'object',
      properties: { node: { $ref: '#/$defs/Node' } },
      $defs: {
        Node: { allOf: [{ $ref: '#/$defs/Base' }, { properties: { size: { type: 'number' } } }] },
        Base: { allOf: [{ $ref: '#/$defs/Node' }], properties: { id: text } },
      },
    },
    values: [{ node: { id: 'x', size: 0.5 } }, { node: 7 }],
  },
  {
    name: 'anchors, addresses and dynamic references',
    schema: {
      $id: 'https://example.com/order',
      type: 'object',
      properties: {
        item: { $ref: 'item' },
        name: { $ref: '#short' },
        tree: { $ref: '/tree' },
      },
      $defs: {
        Item: {
          $id: 'item',
          type: 'object',
          properties: { sku: { $ref: '#/$defs/Sku' } },
          $defs: { Sku: { type: 'integer' } },
        },
        Short: { $anchor: 'short', type: 'string', maxLength: 5 },
        Tree: {
          $id: '/tree',
          $dynamicAnchor: 'node',
          type: 'object',
          properties: { next: { $dynamicRef: '#node' }, label: text },
        },
      },
    },
    values: [{ item: { sku: 12 }, name: 'Bolt', tree: { label: 'a', next: { label: 'b' } } }],
  },
  {
    name: 'references that lead nowhere or elsewhere',
    schema: {
      type: 'object',
      properties: {
        remote: { $ref: 'https://example.com/remote.json' },
        lost: { $ref: '#/$defs/Lost' },
        loop: { $ref: '#/properties/loop' },
      },
    },
    values: [{ remote: { deep: [1, { a: null }] }, lost: 'text', loop: false }],
  },
  {
    name: 'alternatives, told apart by a constant',
    schema: {
      type: 'object',
      properties: {
        shape: {
          oneOf: [
            {
              type: 'object',
              required: ['kind', 'r'],
              properties: { kind: { const: 'circle' }, r: { type: 'number' } },
            },
            {
              type: 'object',
              required: ['kind', 'a'],
              properties: { kind: { const: 'square' }, a: { type: 'number' } },
            },
          ],
        },
        any: { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }, true] },
      },
    },
    values: [
      { shape: { kind: 'square', a: 2 }, any: [1, 2] },
      { shape: { kind: 'circle', r: 2, colour: 'red' }, any: 3 },
      { shape: { kind: 'triangle' }, any: { x: 1 } },
    ],
  },
  {
    name: 'alternatives at the root, with properties beside them',
    schema: {
      type: 'object',
      properties: { note: text },
      anyOf: [
        { required: ['id'], properties: { id: { type: 'integer' } } },
        { required: ['name'], properties: { name: text } },
      ],
    },
    values: [{ note: 'a', id: 5 }, { note: 'b', name: 'c' }, { note: 'only' }],
  },
  {
    name: 'nullable in each way',
    schema: {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'] },
        b: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        c: { type: 'string', nullable: true },
        d: { enum: ['x', null] },
        e: { type: 'null' },
        f: text,
      },
    },
    values: [
      { a: null, b: null, c: null, d: null, e: null, f: null },
      { a: '', b: 0, c: '', d: 'x', e: 1, f: '' },
    ],
  },
  {
    name: 'titled values, one and several',
    schema: {
      type: 'object',
      properties: {
        old: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
        one: {
          type: 'string',
          oneOf: [
            { const: 'r', title: 'Red' },
            { const: 'g', title: 'Green' },
          ],
        },
        many: {
          type: 'array',
          items: {
            anyOf: [
              { const: 'r', title: 'Red' },
              { const: 'g', title: 'Green' },
            ],
          },
        },
        mixed: { enum: [1, '1', true, { a: 1 }, [2]] },
      },
    },
    values: [
      { old: 'g', one: 'r', many: ['g', 'r'], mixed: '1' },
      { old: 'b', one: 'b', many: ['g', 'g'], mixed: { a: 1 } },
      { many: [], mixed: [2] },
    ],
  },
  {
    name: 'tuples of both drafts, and lists in lists',
    schema: {
      type: 'object',
      properties: {
        point: {
          type: 'array',
          prefixItems: [{ type: 'number' }, { type: 'number' }],
          items: false,
        },
        row: { type: 'array', prefixItems: [text], items: { type: 'integer' } },
        old: {
          type: 'array',
          items: [text, { type: 'boolean' }],
          additionalItems: { type: 'null' },
        },
        grid: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
      },
    },
    values: [
      { point: [1, 2], row: ['a', 1, 2], old: ['x', false, null], grid: [[1, 2], []] },
      { point: [1, 2, 3], row: [1, 'a'], old: [1], grid: [5, [null]] },
    ],
  },
  {
    name: 'maps by name and by pattern, and names like those of JavaScript',
    schema: {
      type: 'object',
      properties: {
        map: { type: 'object', additionalProperties: { type: 'integer' } },
        byPattern: {
          type: 'object',
          patternProperties: { '^x-': text, '^n': { type: 'number' } },
          additionalProperties: false,
        },
        hostile: { type: 'object' },
      },
    },
    values: [
      {
        map: { a: 1, 'b.c': 2, 'd|0': 3, '': 4, '~': 5 },
        byPattern: { 'x-a': 'b', n1: 2, other: [] },
        hostile: JSON.parse('{"__proto__": {"a": 1}, "constructor": "x", "toString": 2}'),
      },
      { map: { a: 'text' }, byPattern: {}, hostile: 'none' },
    ],
  },
  {
    name: 'texts that a field of the browser would change',
    schema: {
      type: 'object',
      properties: {
        mail: { type: 'string', format: 'email' },
        url: { type: 'string', format: 'uri' },
        day: { type: 'string', format: 'date' },
        time: { type: 'string', format: 'date-time' },
        lines: text,
        number: { type: 'integer' },
      },
    },
    values: [
      {
        mail: ' a@b.c ',
        url: 'https://a.b/ ',
        day: 'tomorrow',
        time: 'now',
        lines: 'a\nb\r\nc',
        number: 1e21,
      },
      { mail: 'a@b.c', url: 'x', day: '2026-11-26', time: '', lines: '', number: -0.5 },
    ],
  },
  {
    name: 'conditions',
    schema: {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      if: { properties: { kind: { const: 'a' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { size: { type: 'integer' } } },
      else: { properties: { colour: text } },
      dependentSchemas: { size: { properties: { unit: { enum: ['cm', 'in'] } } } },
      additionalProperties: false,
    },
    values: [
      { kind: 'a', size: 4, unit: 'cm' },
      { kind: 'b', colour: 'red', unknown: 1 },
    ],
  },
  {
    name: 'a file with more than its control shows',
    schema: {
      type: 'object',
      properties: {
        file: {
          type: 'object',
          properties: { data: { type: 'string', contentEncoding: 'base64' }, name: text },
        },
      },
    },
    values: [{ file: { data: 'YQ==', name: 'a.txt' } }, { file: { data: 'YQ==', hash: 'x' } }],
  },
  {
    name: 'words that are wrong',
    schema: {
      type: 'object',
      required: 'all',
      properties: {
        a: { type: 'strnig' },
        b: { type: 'string', pattern: '(' },
        c: { type: 'array', items: 'x' },
        d: { enum: [] },
        e: { oneOf: [] },
        f: 'string',
        g: { type: [], properties: [] },
        h: { allOf: 'x', anyOf: { a: 1 } },
      },
    },
    values: [{ a: 1, b: 'x', c: [1, 'a'], d: 'x', e: {}, f: 2, g: { x: 1 }, h: [true] }],
  },
  { name: 'true', schema: true, values: [{}, { a: { b: [null] } }] },
  { name: 'false', schema: false, values: [{}, { a: 1 }] },
  { name: 'a root that is a text', schema: text, values: [{ a: 1 }] },
  {
    name: 'a root that is a reference',
    schema: { $ref: '#/$defs/A', $defs: { A: { type: 'object', properties: { a: text } } } },
    values: [{ a: 'b' }],
  },
  {
    name: 'a root without a type',
    schema: { properties: { a: { type: 'boolean' } } },
    values: [{ a: false }, { a: 'no' }],
  },
  {
    name: 'a root that forbids everything',
    schema: { type: 'object', additionalProperties: false },
    values: [{}, { a: 1 }],
  },
];
