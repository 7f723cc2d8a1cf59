import { expect, test } from 'vitest';

import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';

import { exampleBlueprint } from './example-blueprint.ts';

function problemsOf(change: (blueprint: ReturnType<typeof exampleBlueprint>) => unknown) {
  const blueprint = exampleBlueprint();
  const parsed = parseBlueprint(change(blueprint) ?? blueprint);
  return parsed.ok ? [] : parsed.problems;
}

test('a valid blueprint is returned unchanged', () => {
  expect(parseBlueprint(exampleBlueprint())).toEqual({ ok: true, value: exampleBlueprint() });
});

test('a schema with unknown keywords is kept unchanged', () => {
  const blueprint = exampleBlueprint();
  const schema = {
    type: 'object',
    'x-own': { nullable: true },
    properties: { a: { const: null } },
  };
  blueprint.definitions['Odd'] = schema;
  const parsed = parseBlueprint(structuredClone(blueprint));
  expect(parsed.ok && parsed.value.definitions['Odd']).toEqual(schema);
});

test('all problems are returned at once, each with its path and a sentence', () => {
  const problems = problemsOf((blueprint) => ({
    ...blueprint,
    identity: { name: 'a b', version: '1' },
    tools: [{ ...blueprint.tools[0], name: 'x'.repeat(65), extra: 1 }],
  }));
  expect(problems).toEqual([
    {
      path: '$.identity.name',
      message: 'This must be 1 to 64 letters, digits, or any of _ . -.',
    },
    {
      path: '$.tools[0].name',
      message: 'This must be 1 to 64 letters, digits, or any of _ . -.',
    },
    { path: '$.tools[0]', message: 'Unrecognized key: "extra".' },
  ]);
});

test.each([
  [
    'a tool name that is there twice',
    '$.tools[1].name',
    (b) => void (b.tools[1]!.name = 'get_pet'),
  ],
  [
    'an upstream that is not there',
    '$.tools[0].action.upstream',
    (b) => void (b.upstreams[0]!.id = 'other'),
  ],
  ['a secret that is not declared', '$.upstreams[0].auth[0].secret', (b) => void (b.secrets = [])],
  [
    'a scheme that is not there',
    '$.upstreams[0].security[0][0]',
    (b) => void (b.upstreams[0]!.auth = []),
  ],
  [
    'a definition that is not there',
    "$.tools[0].outputSchema.properties.pet['$ref']",
    (b) => void (b.definitions = {}),
  ],
  ['a source that is not there', '$.tools[0].origin.source', (b) => void (b.sources = [])],
  [
    'a base URL whose host is not allowed',
    '$.upstreams[0].allowedHosts',
    (b) => void (b.upstreams[0]!.allowedHosts = ['x.com']),
  ],
  [
    'a base URL with a query',
    '$.upstreams[0].baseUrl',
    (b) => void (b.upstreams[0]!.baseUrl += '?a=1'),
  ],
  [
    'a resource of a tool that is not there',
    '$.resources[0].content.tool',
    (b) => void (b.resources[0]!.content = { kind: 'tool', tool: 'gone' }),
  ],
  [
    'a path that no parameter fills',
    '$.tools[0].action.path',
    (b) => void Object.assign(b.tools[0]!.action, { path: '/a/{b}/{id}' }),
  ],
  [
    'an argument that nobody can give',
    '$.tools[0].action.parameters[0].argument',
    (b) => void (b.tools[0]!.inputSchema = { type: 'object' }),
  ],
  [
    'a schema root that is no object',
    '$.tools[0].inputSchema.type',
    (b) => void (b.tools[0]!.inputSchema['type'] = 'string'),
  ],
  [
    'a reference to another host',
    "$.definitions.Pet.properties.id['$ref']",
    (b) => void (b.definitions['Pet'] = { properties: { id: { $ref: 'https://evil.example/x' } } }),
  ],
] satisfies [string, string, (b: ReturnType<typeof exampleBlueprint>) => void][])(
  '%s is found at %s',
  (_, path, change) => {
    expect(problemsOf(change).map((problem) => problem.path)).toContain(path);
  },
);

test('a property named $ref is not a reference', () => {
  expect(
    problemsOf((blueprint) => {
      blueprint.definitions['Pet'] = {
        properties: { $ref: { type: 'string' } },
        enum: [{ $ref: '#/x' }],
      };
    }),
  ).toEqual([]);
});

test('a blueprint from before the first version is upgraded', () => {
  const { schemaVersion: _, resources: __, prompts: ___, ...old } = exampleBlueprint();
  const parsed = parseBlueprint(old);
  expect(parsed.ok && parsed.value).toMatchObject({ schemaVersion: 1, resources: [], prompts: [] });
});

test('a blueprint of a future version is rejected', () => {
  expect(problemsOf((b) => ({ ...b, schemaVersion: 99 })).map(({ path }) => path)).toEqual([
    '$.schemaVersion',
  ]);
});

test.each([null, 1, 'text', [], undefined])('%j is not a blueprint', (value) => {
  expect(parseBlueprint(value)).toMatchObject({ ok: false, problems: [{ path: '$' }] });
});
