import { describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { toOwnSchema } from '#app/blueprint/proxy/to-own-schema.ts';
import { toProxyPlan, type ProxiedServer } from '#app/blueprint/proxy/to-proxy-plan.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import type { JsonObject } from '#app/runtime/json.ts';

const SERVER: ProxiedServer = {
  url: 'https://mcp.example.com/mcp',
  title: 'Example',
  instructions: null,
  tools: [],
  credentials: [],
};

function proxyOf(changes: Partial<ProxiedServer>): { blueprint: Blueprint; notes: string[] } {
  const { edits, notes } = toProxyPlan({ ...SERVER, ...changes });
  const edited = applyEdits(BLANK_BLUEPRINT, edits);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return { blueprint: edited.value, notes };
}

const tool = (changes: JsonObject = {}): JsonObject => ({
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  ...changes,
});

describe('a server that proxies another one', () => {
  test('has its tools, with everything that is said about them', () => {
    const { blueprint, notes } = proxyOf({
      instructions: 'Ask\u200B first.',
      tools: [
        tool({
          title: 'Echo',
          description: 'Says it\u202E again.',
          annotations: { readOnlyHint: true, other: 1 },
          outputSchema: { type: 'object', properties: { said: { type: 'string' } } },
        }),
      ],
    });
    expect(notes).toEqual([]);
    expect(blueprint.identity).toMatchObject({ name: 'example', instructions: 'Ask first.' });
    expect(blueprint.upstreams).toMatchObject([
      { id: 'server', baseUrl: SERVER.url, allowedHosts: ['mcp.example.com'] },
    ]);
    expect(blueprint.tools).toEqual([
      {
        name: 'echo',
        title: 'Echo',
        description: 'Says it again.',
        enabled: true,
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
        outputSchema: { type: 'object', properties: { said: { type: 'string' } } },
        action: { kind: 'mcp', upstream: 'server', tool: 'echo' },
      },
    ]);
    expect(generate(blueprint).length).toBeGreaterThan(20);
  });

  test('gives names that no client accepts another one, and no name twice', () => {
    const names = ['a b', 'a_b', 'A_B', 'x'.repeat(100), '工具', '工'];
    const { blueprint, notes } = proxyOf({ tools: names.map((name) => tool({ name })) });
    const own = blueprint.tools.map(({ name }) => name);
    expect(new Set(own).size).toBe(names.length);
    expect(own.every((name) => /^[A-Za-z0-9_.-]{1,64}$/.test(name))).toBe(true);
    const actions = blueprint.tools.map(({ action }) => action.kind === 'mcp' && action.tool);
    expect(actions).toEqual(names);
    expect(notes).toContain(`a b is called ${own[0]} here.`);
  });

  test('keeps each credential as a secret that is sent with every call', () => {
    const { blueprint } = proxyOf({
      tools: [tool()],
      credentials: [
        { header: 'authorization', isBearer: true },
        { header: 'X-Api-Key', isBearer: false },
        { header: 'x_api.key', isBearer: false },
      ],
    });
    const names = blueprint.secrets.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['SERVER_TOKEN', 'SERVER_X_API_KEY']);
    expect(new Set(names).size).toBe(3);
    expect(blueprint.upstreams[0]?.security).toEqual([
      ['credential-1', 'credential-2', 'credential-3'],
    ]);
  });

  test('takes tools that say hardly anything, and leaves out what has no name', () => {
    const tools = [{}, { name: '' }, { name: 'bare' }, tool({ outputSchema: { type: 'array' } })];
    const { blueprint, notes } = proxyOf({ tools });
    expect(blueprint.tools.map(({ name }) => name)).toEqual(['bare', 'echo']);
    expect(blueprint.tools[1]).not.toHaveProperty('outputSchema');
    expect(notes).toEqual([
      'The arguments of bare are checked by the other server only.',
      'The results of echo have no schema here.',
    ]);
  });
});

const WHOLE: readonly (readonly [string, JsonObject, JsonObject])[] = [
  [
    'draft-07',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { a: { $ref: '#/definitions/A' } },
      definitions: { A: { type: 'string' } },
    },
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: { A: { type: 'string' } },
    },
  ],
  [
    'OpenAPI’s words',
    { type: 'object', properties: { a: { type: 'string', nullable: true, example: 'x' } } },
    { type: 'object', properties: { a: { type: ['string', 'null'] } } },
  ],
  [
    'properties with the names of keywords',
    { type: 'object', properties: { nullable: { type: 'boolean' }, $ref: { type: 'string' } } },
    { type: 'object', properties: { nullable: { type: 'boolean' }, $ref: { type: 'string' } } },
  ],
  ['no type at the root', { properties: {} }, { properties: {}, type: 'object' }],
];

test.each(WHOLE)('a schema in %s is taken over', (_, given, schema) => {
  expect(toOwnSchema(given)).toEqual({ schema, isWhole: true });
});

const LOOSE: readonly (readonly [string, JsonObject])[] = [
  ['a remote reference', { properties: { a: { $ref: 'https://example.com/a.json' } } }],
  ['a reference into properties', { properties: { a: { $ref: '#/properties/b' } } }],
  ['a pattern that is none', { properties: { a: { type: 'string', pattern: '(' } } }],
  ['a type that there is not', { properties: { a: { type: 'text' } } }],
];

test.each(LOOSE)('of a schema with %s the names are taken over', (_, given) => {
  const { properties } = given;
  const described = { ...Object(properties), b: { description: 'B', type: 'string' } };
  expect(toOwnSchema({ ...given, properties: described, required: ['b', 7] })).toEqual({
    schema: { type: 'object', properties: { a: {}, b: { description: 'B' } }, required: ['b'] },
    isWhole: false,
  });
});
