import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { enabledTools, toServerDefinition } from '#app/blueprint/to-server-definition.ts';

import { exampleBlueprint } from './example-blueprint.ts';

function edited(...edits: unknown[]): Blueprint {
  const outcome = applyEdits(exampleBlueprint(), edits);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome.value;
}

function problemsOf(...edits: unknown[]) {
  const outcome = applyEdits(exampleBlueprint(), edits);
  return outcome.ok ? [] : outcome.problems;
}

test('resources follow a renamed tool', () => {
  const { tools, resources } = edited({ edit: 'renameTool', from: 'get_pet', to: 'find_pet' });
  expect(tools.map(({ name }) => name)).toEqual(['find_pet', 'greet']);
  expect(resources[0]?.content).toEqual({ kind: 'tool', tool: 'find_pet' });
});

test('a tool cannot get the name of another', () => {
  expect(problemsOf({ edit: 'renameTool', from: 'get_pet', to: 'greet' })).toEqual([
    { path: '$[0].to', message: 'A tool named "greet" already exists.' },
  ]);
});

test('a deselected tool stays in the blueprint and is not served', () => {
  const blueprint = edited({ edit: 'selectTools', names: ['greet'], enabled: false });
  expect(blueprint.tools).toHaveLength(2);
  expect(enabledTools(blueprint).map(({ name }) => name)).toEqual(['get_pet']);
  expect(toServerDefinition(blueprint, new Map()).tools).toHaveLength(1);
});

test('a served tool has no fields that only the editor needs', () => {
  const blueprint = edited({ edit: 'selectTools', names: ['greet'], enabled: false });
  const [tool] = toServerDefinition(blueprint, new Map()).tools;
  expect(tool).not.toHaveProperty('enabled');
  expect(tool).not.toHaveProperty('origin');
});

test('selecting an unknown tool changes nothing and reports it', () => {
  expect(problemsOf({ edit: 'selectTools', names: ['greet', 'gone'], enabled: false })).toEqual([
    { path: '$[0].names', message: 'There is no tool named "gone".' },
  ]);
});

test('describing a tool keeps texts that are not mentioned, and null removes one', () => {
  const { tools } = edited(
    { edit: 'describeTool', name: 'get_pet', title: 'Get a pet' },
    { edit: 'describeTool', name: 'get_pet', description: null },
  );
  expect(tools[0]).toMatchObject({ title: 'Get a pet' });
  expect(tools[0]).not.toHaveProperty('description');
});

test('a tool that a resource needs is not removed', () => {
  expect(problemsOf({ edit: 'removeTool', name: 'get_pet' })).toEqual([
    {
      path: '$[0].name',
      message: 'The resource "pets://{id}" gets its content from "get_pet"; remove it first.',
    },
  ]);
  expect(
    edited({ edit: 'removeResource', uri: 'pets://{id}' }, { edit: 'removeTool', name: 'get_pet' }),
  ).toMatchObject({ tools: [{ name: 'greet' }], resources: [] });
});

test('an upserted tool replaces the one with its name in place', () => {
  const [tool] = exampleBlueprint().tools;
  const { tools } = edited({ edit: 'upsertTool', tool: { ...tool, description: 'New.' } });
  expect(tools.map(({ description }) => description)).toEqual(['New.', undefined]);
});

test('edits are all or none: a later failure undoes earlier ones', () => {
  const outcome = applyEdits(exampleBlueprint(), [
    { edit: 'setIdentity', title: 'Changed' },
    { edit: 'removePrompt', name: 'gone' },
  ]);
  expect(outcome).toEqual({
    ok: false,
    reason: 'invalid',
    problems: [{ path: '$[1].name', message: 'There is no "gone".' }],
  });
});

test('an edit may refer to something that a later edit in the list adds', () => {
  const [tool] = exampleBlueprint().tools;
  const action = { ...tool?.action, upstream: 'new', security: [] };
  const blueprint = edited(
    { edit: 'upsertTool', tool: { ...tool, action } },
    { edit: 'setUpstream', id: 'new', baseUrl: 'https://new.example.com' },
  );
  expect(blueprint.upstreams[1]).toEqual({
    id: 'new',
    baseUrl: 'https://new.example.com',
    allowedHosts: ['new.example.com'],
    auth: [],
    security: [],
  });
});

test('an upstream with a new address no longer reaches its old host', () => {
  const { upstreams } = edited({
    edit: 'setUpstream',
    id: 'pets',
    baseUrl: 'https://b.example.com',
  });
  expect(upstreams[0]?.allowedHosts).toEqual(['b.example.com']);
});

test('setting the authentication declares the secrets that it needs', () => {
  const { upstreams, secrets } = edited({
    edit: 'setAuth',
    upstream: 'pets',
    auth: [{ id: 'token', kind: 'bearer', secret: 'PETS_TOKEN' }],
  });
  expect(upstreams[0]?.security).toEqual([['token']]);
  expect(secrets.map(({ name }) => name)).toEqual(['PETS_KEY', 'PETS_TOKEN']);
});

test('an upstream with tools is not removed, an unused one is, with its secrets', () => {
  expect(problemsOf({ edit: 'removeUpstream', id: 'pets' })).toEqual([
    {
      path: '$[0].id',
      message: expect.stringMatching(
        /^"pets" is called by .*get_pet.*; remove or change them first\.$/,
      ),
    },
  ]);
  const auth = [{ id: 'token', kind: 'bearer', secret: 'TOYS_TOKEN' }];
  const { upstreams, secrets } = edited(
    { edit: 'setUpstream', id: 'toys', baseUrl: 'https://toys.example.com' },
    { edit: 'setAuth', upstream: 'toys', auth },
    { edit: 'removeUpstream', id: 'toys' },
  );
  expect(upstreams.map(({ id }) => id)).toEqual(['pets']);
  expect(secrets.map(({ name }) => name)).toEqual(['PETS_KEY']);
});

test('a secret that an upstream needs is not removed', () => {
  expect(problemsOf({ edit: 'removeSecret', name: 'PETS_KEY' })).toEqual([
    {
      path: '$[0].name',
      message: 'Upstream "pets" authenticates with "PETS_KEY"; change that first.',
    },
  ]);
});

test('kept properties belong to HTTP tools only, and an empty list keeps all', () => {
  const kept = { edit: 'keepProperties', name: 'get_pet', properties: ['id'] };
  expect(edited(kept).tools[0]?.action).toMatchObject({ response: { keep: ['id'] } });
  expect(edited(kept, { ...kept, properties: [] }).tools[0]?.action).toMatchObject({
    response: {},
  });
  expect(problemsOf({ ...kept, name: 'greet' })).toHaveLength(1);
});

test.each([
  [[], '$'],
  [[{ edit: 'explode' }], '$[0].edit'],
  [[{ edit: 'removeTool' }], '$[0].name'],
  ['removeTool', '$'],
])('%j is refused at %s', (edits, path) => {
  expect(applyEdits(exampleBlueprint(), edits)).toMatchObject({ ok: false, problems: [{ path }] });
});

test('an edit does not modify its input', () => {
  const blueprint = exampleBlueprint();
  applyEdits(blueprint, [{ edit: 'renameTool', from: 'get_pet', to: 'find_pet' }]);
  expect(blueprint).toEqual(exampleBlueprint());
});

test('the retry policy is set as a whole, and null restores the default', () => {
  const retries = { attempts: 5, baseDelayMs: 100, maxDelayMs: 1_000 };
  const { policies } = edited({ edit: 'setPolicies', retries, confirmDestructive: false });
  expect(policies).toMatchObject({ retries, confirmDestructive: false });
  const without = edited({ edit: 'setPolicies', retries: null, breaker: null });
  expect(without.policies).not.toHaveProperty('retries');
  expect(without.policies).not.toHaveProperty('breaker');
  expect(
    problemsOf({ edit: 'setPolicies', retries: { ...retries, attempts: 0 } }).map(
      ({ path }) => path,
    ),
  ).toEqual(['$[0].retries.attempts']);
});

test('a nullable number gets bounds as well', () => {
  const blueprint = exampleBlueprint();
  const [tool] = blueprint.tools;
  if (tool === undefined) throw new Error('The example has tools.');
  const limit = { type: ['integer', 'null'] };
  const inputSchema = { type: 'object', properties: { limit } };
  const action = { ...tool.action, path: '/pets', parameters: [] };
  const free = { ...blueprint, tools: [{ ...tool, inputSchema, action }] };
  const edit = { edit: 'boundArgument', name: 'get_pet', argument: 'limit', maximum: 100 };
  expect(applyEdits(free, [edit])).toMatchObject({
    value: { tools: [{ inputSchema: { properties: { limit: { ...limit, maximum: 100 } } } }] },
  });
});

test('bounds of a numeric argument are set and removed', () => {
  const blueprint = exampleBlueprint();
  const [tool] = blueprint.tools;
  if (tool === undefined) throw new Error('The example has tools.');
  tool.inputSchema = { type: 'object', properties: { limit: { type: 'integer', minimum: 0 } } };
  const edit = { edit: 'boundArgument', name: 'get_pet', argument: 'limit' };
  const action = { ...tool.action, path: '/pets', parameters: [] };
  const free = { ...blueprint, tools: [{ ...tool, action }, ...blueprint.tools.slice(1)] };
  const bounded = applyEdits(free, [{ ...edit, maximum: 100 }]);
  expect(bounded).toMatchObject({
    value: {
      tools: [{ inputSchema: { properties: { limit: { minimum: 0, maximum: 100 } } } }, {}],
    },
  });
  const removed = applyEdits(free, [{ ...edit, minimum: null }]);
  expect(removed.ok && removed.value.tools[0]?.inputSchema['properties']).toEqual({
    limit: { type: 'integer' },
  });
  const wrong = applyEdits(free, [{ ...edit, argument: 'name', maximum: 1 }]);
  expect(wrong).toMatchObject({ ok: false, problems: [{ path: '$[0].argument' }] });
});
