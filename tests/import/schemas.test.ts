import { expect, test } from 'vitest';

import { onlyTool, openapi, swagger } from './imported.ts';

/** What a schema of a JSON body becomes, with the definitions that it needs. */
async function converted(schema: unknown, schemas: object = {}, version = '3.0.3') {
  const { properties, definitions, warnings } = await onlyTool(
    openapi(
      { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
      { openapi: version, components: { schemas } },
    ),
  );
  return {
    schema: properties['body'],
    definitions,
    warnings,
    messages: warnings.map(({ message }) => message),
  };
}

/** What a schema of a JSON answer becomes. */
async function answered(schema: unknown, schemas: object = {}) {
  const { tool, definitions } = await onlyTool(
    openapi(
      { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
      { components: { schemas } },
    ),
  );
  return { schema: tool.outputSchema, definitions };
}

test('only referenced schemas become definitions, cycles are kept', async () => {
  const { schema, definitions } = await converted(
    { $ref: '#/components/schemas/Node' },
    {
      Node: {
        type: 'object',
        properties: {
          next: { $ref: '#/components/schemas/Node' },
          all: { type: 'array', items: { $ref: '#/components/schemas/Leaf' } },
        },
      },
      Leaf: { type: 'object', properties: { up: { $ref: '#/components/schemas/Node' } } },
      Unused: { type: 'string' },
    },
  );
  expect(schema).toEqual({ $ref: '#/$defs/Node' });
  expect(definitions).toEqual({
    Node: {
      type: 'object',
      properties: {
        next: { $ref: '#/$defs/Node' },
        all: { type: 'array', items: { $ref: '#/$defs/Leaf' } },
      },
    },
    Leaf: { type: 'object', properties: { up: { $ref: '#/$defs/Node' } } },
  });
});

test('references may point anywhere in the document, with escapes', async () => {
  const { schema, definitions } = await converted(
    {
      type: 'object',
      properties: {
        a: { $ref: '#/components/schemas/A/properties/in~1ner' },
        b: { $ref: '#/components/schemas/With%20Space%25' },
        c: { $ref: '#/components/schemas/Gen%C3%A9rico%3CT%3E' },
        d: { $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema/properties/e' },
        e: { type: 'integer' },
      },
    },
    {
      A: { properties: { 'in/ner': { type: 'string' } } },
      'With Space%': { type: 'number' },
      'Genérico<T>': { type: 'boolean' },
    },
  );
  const refs = Object.values(
    (schema as { properties: Record<string, { $ref?: string }> }).properties,
  ).map(({ $ref }) => $ref && definitions[$ref.replace('#/$defs/', '')]);
  expect(refs).toEqual([
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'integer' },
    undefined,
  ]);
  for (const name of Object.keys(definitions)) expect(name).toMatch(/^[A-Za-z0-9_.-]+$/);
});

test('names of schemas in any script stay distinct and safe', async () => {
  const { definitions } = await converted(
    {
      allOf: [
        { $ref: '#/components/schemas/宠物' },
        { $ref: '#/components/schemas/Питомец' },
        { $ref: '#/components/schemas/__proto__' },
        { $ref: '#/components/schemas/constructor' },
      ],
    },
    JSON.parse(
      '{"宠物":{"type":"object"},"Питомец":{"type":"object"},"__proto__":{"type":"object"},"constructor":{"type":"object"}}',
    ),
  );
  expect(Object.keys(definitions)).toHaveLength(4);
  for (const name of Object.keys(definitions)) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_.-]+$/);
});

test('an external reference is dropped with a warning, its siblings stay', async () => {
  const { schema, warnings } = await converted({
    $ref: 'https://evil.test/schema.json#/A',
    description: 'Mine',
  });
  expect(schema).toEqual({ description: 'Mine' });
  expect(warnings).toContainEqual({
    path: "$.paths['/a'].post.requestBody.content['application/json'].schema['$ref']",
    action: 'document',
    message: expect.stringMatching(/outside the document and is never fetched/),
  });
});

test('anchors, ids and definitions inside a schema are found', async () => {
  const { schema, definitions, warnings } = await converted(
    {
      type: 'object',
      properties: {
        a: { $ref: '#named' },
        b: { $ref: 'https://schemas.test/b' },
        c: { $ref: 'https://schemas.test/b#/$defs/Part' },
        d: { $ref: '#/$defs/Local' },
      },
      $defs: { Local: { type: 'boolean' } },
    },
    {
      A: { $anchor: 'named', type: 'string' },
      B: { $id: 'https://schemas.test/b', type: 'integer', $defs: { Part: { type: 'number' } } },
    },
    '3.1.0',
  );
  expect(warnings).toEqual([]);
  const { properties } = schema as { properties: Record<string, { $ref: string }> };
  const types = Object.values(properties).map(
    ({ $ref }) => definitions[$ref.replace('#/$defs/', '')],
  );
  expect(types).toMatchObject([
    { type: 'string' },
    { type: 'integer' },
    { type: 'number' },
    { type: 'boolean' },
  ]);
});

test('keywords beside $ref count since 3.1; before, only annotations', async () => {
  const schemas = { A: { type: 'object' } };
  const ref = { $ref: '#/components/schemas/A', description: 'Here', minProperties: 1 };
  const recent = await converted(ref, schemas, '3.1.0');
  expect(recent.schema).toEqual({ $ref: '#/$defs/A', description: 'Here', minProperties: 1 });
  const old = await converted(ref, schemas);
  expect(old.schema).toEqual({ $ref: '#/$defs/A', description: 'Here' });
  expect(old.messages).toContainEqual(
    expect.stringMatching(/ignores "minProperties" beside \$ref/),
  );
});

test('nullable becomes a type, an alternative, and a value of the enumeration', async () => {
  const schemas = { A: { type: 'object' } };
  const cases: [object, object][] = [
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { nullable: true, description: 'D', allOf: [{ $ref: '#/components/schemas/A' }] },
      { anyOf: [{ allOf: [{ $ref: '#/$defs/A' }] }, { type: 'null' }], description: 'D' },
    ],
    [
      { $ref: '#/components/schemas/A', nullable: true },
      { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] },
    ],
    [{ 'x-nullable': true, type: 'integer' }, { type: ['integer', 'null'] }],
    [{ type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ];
  for (const [given, expected] of cases)
    expect((await converted(given, schemas)).schema).toEqual(expected);
});

test('OpenAPI keywords are translated or dropped', async () => {
  const { schema, messages } = await converted({
    type: 'object',
    externalDocs: { url: 'https://x.test' },
    xml: { name: 'x' },
    example: { a: 1 },
    'x-internal': true,
    discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    oneOf: [{ type: 'object' }, { type: 'object', title: 'B' }],
    properties: {
      n: {
        type: 'number',
        minimum: 1,
        exclusiveMinimum: true,
        maximum: 9,
        exclusiveMaximum: false,
      },
      b: { type: 'string', format: 'byte' },
      s: { type: 'string', format: 'date-time', examples: ['2020-01-01T00:00:00Z'] },
    },
  });
  expect(schema).toEqual({
    type: 'object',
    description: 'The property "kind" tells which kind it is: "cat".',
    examples: [{ a: 1 }],
    oneOf: [{ type: 'object' }, { type: 'object', title: 'B' }],
    properties: {
      n: { type: 'number', exclusiveMinimum: 1, maximum: 9 },
      b: { type: 'string', contentEncoding: 'base64' },
      s: { type: 'string', format: 'date-time', examples: ['2020-01-01T00:00:00Z'] },
    },
  });
  expect(messages).toEqual([expect.stringMatching(/Extensions \("x-…"\) of schemas/)]);
});

test('keywords of 2020-12 are kept, those of older drafts are translated', async () => {
  const modern = {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        prefixItems: [{ type: 'string' }],
        items: false,
        contains: {},
        minContains: 1,
      },
    },
    patternProperties: { '^x': true },
    propertyNames: { maxLength: 5 },
    dependentRequired: { a: ['b'] },
    dependentSchemas: { a: { minProperties: 2 } },
    not: { required: ['z'] },
    unevaluatedProperties: false,
    $comment: 'kept',
    const: { a: 1 },
  };
  expect((await converted(modern, {}, '3.1.0')).schema).toEqual(modern);
  const conditional = JSON.parse(
    '{"if":{"required":["a"]},"then":{"minProperties":2},"else":false}',
  );
  expect((await converted(conditional, {}, '3.1.0')).schema).toEqual(conditional);
  const old = {
    items: [{ type: 'string' }],
    additionalItems: false,
    dependencies: { a: ['b'], c: { minProperties: 1 } },
  };
  expect((await converted(old)).schema).toEqual({
    prefixItems: [{ type: 'string' }],
    items: false,
    dependentRequired: { a: ['b'] },
    dependentSchemas: { c: { minProperties: 1 } },
  });
});

test('invalid values of keywords are repaired, or left out with a warning', async () => {
  const cases: [object, unknown][] = [
    [{ type: 'any' }, {}],
    [{ type: 'File' }, { type: 'string', contentMediaType: 'application/octet-stream' }],
    [{ type: 'int' }, { type: 'integer' }],
    [{ type: 'datetime' }, { type: 'string', format: 'date-time' }],
    [{ type: ['string', 'string', 'x'] }, { type: 'string' }],
    [{ type: 'constructor' }, {}],
    [{ enum: null }, {}],
    [{ enum: [] }, {}],
    [
      { type: 'string', enum: [1, '1', 2] },
      { type: 'string', enum: ['1', '2'] },
    ],
    [
      { type: 'integer', enum: ['1', 2], default: '1' },
      { type: 'integer', enum: [1, 2], default: 1 },
    ],
    [
      { type: 'array', items: { type: 'integer' }, enum: ['1', 2] },
      { type: 'array', items: { type: 'integer', enum: [1, 2] } },
    ],
    [
      { type: 'array', items: { enum: ['a'] }, enum: ['a', 'b'] },
      { type: 'array', items: { enum: ['a'] } },
    ],
    [
      { type: 'array', enum: [['a'], []] },
      { type: 'array', enum: [['a'], []] },
    ],
    [{ required: true }, {}],
    [{ required: ['a', 'a', 5] }, { required: ['a'] }],
    [
      { type: 'object', properties: { a: { required: true } } },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    [{ maxLength: '5', minLength: -1 }, { maxLength: 5 }],
    [{ minimum: 'low', multipleOf: 0, exclusiveMaximum: true }, {}],
    [
      { properties: null, items: null, additionalProperties: 'true' },
      { items: true, additionalProperties: true },
    ],
    [{ allOf: [], oneOf: 'x', anyOf: [null] }, { anyOf: [true] }],
    [{ type: 'string', default: null }, { type: 'string' }],
    [{ $schema: 'http://json-schema.org/draft-04/schema#', id: 'x', $id: '#y' }, {}],
    [{ format: 5, pattern: 5, title: {}, nonsense: 1, uniqueItems: 'yes' }, {}],
    [
      { type: 'string', format: 'made-up' },
      { type: 'string', format: 'made-up' },
    ],
  ];
  for (const [given, expected] of cases) {
    const { schema } = await converted(given);
    expect(schema, JSON.stringify(given)).toEqual(expected);
  }
  const { warnings } = await converted({ properties: { a: { type: 'any', nonsense: 1 } } });
  const place = "$.paths['/a'].post.requestBody.content['application/json'].schema.properties.a";
  expect(warnings.map(({ path }) => path)).toEqual([`${place}.nonsense`, `${place}.type`]);
  expect((await converted(5)).schema).toBe(true);
});

test('patterns that the u flag rejects are repaired, or left out with a warning', async () => {
  const patterns: [string, string | undefined][] = [
    ['^[\\w-.]+$', '^[\\w\\-.]+$'],
    ['^[a-z\\_\\-]+\\:\\@$', '^[a-z_\\-]+:@$'],
    ['a{b}', 'a\\{b\\}'],
    ['^a]$', '^a\\]$'],
    ['/^[a-z]+$/i', '/^[a-z]+$/i'],
    ['/^a\\-b$/', '^a-b$'],
    ['\\A\\d{2}\\z', '^\\d{2}$'],
    ['[[:alpha:]_]+', '[a-zA-Z_]+'],
    ['\\p{Alnum}[\\p{Han}]', '[a-zA-Z0-9][\\p{Script=Han}]'],
    ['(?P<year>\\d+)', '(?<year>\\d+)'],
    ['(?i)abc', undefined],
    ['(', undefined],
  ];
  for (const [pattern, repaired] of patterns) {
    const { schema, messages } = await converted({ type: 'string', pattern });
    const expected =
      repaired === undefined ? { type: 'string' } : { type: 'string', pattern: repaired };
    expect(schema, pattern).toEqual(expected);
    if (repaired === undefined)
      expect(messages).toContainEqual(expect.stringMatching(/The pattern ".*" is none/));
    else expect(() => new RegExp(repaired, 'u')).not.toThrow();
  }
});

test('readOnly is left out of inputs and their required list, writeOnly of outputs', async () => {
  const schemas = {
    Pet: {
      type: 'object',
      required: ['id', 'name', 'secret'],
      properties: {
        id: { type: 'string', readOnly: true },
        stamp: { $ref: '#/components/schemas/Stamp' },
        name: { type: 'string' },
        secret: { type: 'string', writeOnly: true },
      },
    },
    Stamp: { type: 'string', readOnly: true },
    Plain: { type: 'object', properties: { a: { type: 'string' } } },
    Dog: {
      allOf: [
        { $ref: '#/components/schemas/Pet' },
        { required: ['id', 'bark'], properties: { bark: {} } },
      ],
    },
    PetInput: { type: 'integer' },
  };
  const input = await converted({ $ref: '#/components/schemas/Dog' }, schemas);
  expect(input.schema).toEqual({ $ref: '#/$defs/DogInput' });
  expect(input.definitions['DogInput']).toMatchObject({ allOf: [{}, { required: ['bark'] }] });
  const [name = ''] = Object.keys(input.definitions).filter((key) => key.startsWith('PetInput'));
  expect(name).toMatch(/^PetInput_[a-z0-9]{6}$/);
  expect(input.definitions[name]).toEqual({
    type: 'object',
    required: ['name', 'secret'],
    properties: { name: { type: 'string' }, secret: { type: 'string', writeOnly: true } },
  });
  const output = await answered({ $ref: '#/components/schemas/Dog' }, schemas);
  expect(Object.keys(output.definitions).sort()).toEqual(['Dog', 'Pet', 'Stamp']);
  expect(output.definitions['Pet']).toMatchObject({ required: ['id', 'name'] });
  expect(output.definitions['Pet']).not.toHaveProperty('properties.secret');
  const plain = await converted({ $ref: '#/components/schemas/Plain' }, schemas);
  expect(plain.schema).toEqual({ $ref: '#/$defs/Plain' });
});

test('a base that lists its kinds stays usable by the kinds composed of it', async () => {
  const kind = (name: string) => ({
    allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { [name]: {} } }],
  });
  const { definitions, messages } = await converted(
    { $ref: '#/components/schemas/Base' },
    {
      Base: {
        type: 'object',
        properties: { type: { type: 'string' } },
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      },
      Cat: kind('meow'),
      Dog: kind('bark'),
    },
  );
  expect(messages).toEqual([]);
  expect(definitions['Base']).toHaveProperty('oneOf', [
    { $ref: '#/$defs/Cat' },
    { $ref: '#/$defs/Dog' },
  ]);
  expect(definitions['Cat']).toHaveProperty('allOf.0', { $ref: '#/$defs/Base_base' });
  expect(definitions['Base_base']).toEqual({
    type: 'object',
    properties: { type: { type: 'string' } },
  });
});

test('cycles that no value can satisfy are cut with a warning', async () => {
  const { definitions, messages } = await converted(
    { $ref: '#/components/schemas/A' },
    {
      A: { $ref: '#/components/schemas/B' },
      B: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/C' }] },
      C: { anyOf: [{ $ref: '#/components/schemas/C' }, { type: 'null' }] },
    },
  );
  expect(messages.filter((message) => /circle was cut/.test(message))).toHaveLength(2);
  expect(definitions).toEqual({
    A: { $ref: '#/$defs/B' },
    B: { allOf: [{}, { $ref: '#/$defs/C' }] },
    C: { anyOf: [{}, { type: 'null' }] },
  });
});

test('a document of cycles only is imported', async () => {
  const everything = { $ref: '#' };
  const { definitions } = await converted({
    type: 'object',
    properties: { all: everything, again: { $ref: '#/paths' } },
    additionalProperties: { $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema' },
  });
  expect(Object.keys(definitions).length).toBeGreaterThan(0);
});

test('properties named like inherited ones are ordinary', async () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{}}',
  );
  const { schema } = await converted({ type: 'object', properties, required: ['__proto__'] });
  expect(JSON.stringify(schema)).toBe(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{}},"required":["__proto__"]}',
  );
});

test('definitions of Swagger are shared as well', async () => {
  const { properties, definitions } = await onlyTool(
    swagger(
      {
        '/a': {
          post: { parameters: [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/Pet' } }] },
        },
      },
      {
        definitions: {
          Pet: { type: 'object', properties: { id: { type: 'integer', readOnly: true } } },
        },
      },
    ),
  );
  expect(properties['body']).toEqual({ $ref: '#/$defs/PetInput' });
  expect(definitions).toEqual({ PetInput: { type: 'object', properties: {} } });
});
