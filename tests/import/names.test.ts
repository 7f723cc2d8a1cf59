import { expect, test } from 'vitest';

import { imported, openapi } from './imported.ts';

const RESPONSES = { 200: { description: 'OK' } };

async function namesOf(paths: object): Promise<string[]> {
  const { blueprint } = await imported(openapi(paths));
  return blueprint.tools.map(({ name }) => name);
}

test('a name is the operationId, made safe', async () => {
  const names = await namesOf({
    '/a': { get: { operationId: 'repos/list-for-org', responses: RESPONSES } },
    '/b': { get: { operationId: 'Pets.find by status', responses: RESPONSES } },
    '/c': { get: { operationId: 'Über_Größe', responses: RESPONSES } },
  });
  expect(names).toEqual(['repos_list-for-org', 'Pets.find_by_status', 'Uber_Grosse']);
});

test('without an operationId the name is method and path', async () => {
  const names = await namesOf({
    '/pets/{petId}/toys': { get: { responses: RESPONSES }, post: { responses: RESPONSES } },
    '/': { get: { operationId: '', responses: RESPONSES } },
    '/x': { get: { operationId: '---', responses: RESPONSES } },
  });
  expect(names).toEqual(['get_pets_petId_toys', 'post_pets_petId_toys', 'get_root', 'get_x']);
});

test('operationIds in any script give readable, distinct names', async () => {
  const names = await namesOf({
    '/pets': {
      get: { operationId: '列出宠物', responses: RESPONSES },
      post: { operationId: 'создатьПитомца', responses: RESPONSES },
      put: { operationId: 'تحديث', responses: RESPONSES },
      delete: { operationId: '🦊', responses: RESPONSES },
    },
    '/宠物': { get: { operationId: 'ペット', responses: RESPONSES } },
    '/동물': { get: { responses: RESPONSES } },
    '/mixed': { get: { operationId: 'list宠物', responses: RESPONSES } },
  });
  expect(names.slice(0, 4)).toEqual(['get_pets', 'post_pets', 'put_pets', 'delete_pets']);
  expect(names[4]).toMatch(/^get_[a-z0-9]{6}$/);
  expect(names[5]).toMatch(/^get_[a-z0-9]{6}$/);
  expect(names[6]).toMatch(/^list_[a-z0-9]{6}$/);
  expect(new Set(names).size).toBe(names.length);
});

test('a name that is too long ends with a hash that other operations do not change', async () => {
  const long = 'getTheVeryLongNameOfSomethingThatNobodyWouldEverWantToTypeByHandTwice';
  const path = { get: { operationId: long, responses: RESPONSES } };
  const [alone] = await namesOf({ '/a': path });
  const among = await namesOf({
    '/first': { get: { operationId: `${long}Again`, responses: RESPONSES } },
    '/a': path,
  });
  expect(alone).toHaveLength(64);
  expect(alone).toMatch(/^getTheVeryLongName.*_[a-z0-9]{6}$/);
  expect(among[1]).toBe(alone);
  expect(among[0]).not.toBe(alone);
});

test('duplicate operationIds are distinguished by method and path, not by their order', async () => {
  const paths = {
    '/a': { get: { operationId: 'find', responses: RESPONSES } },
    '/b': { get: { operationId: 'find', responses: RESPONSES } },
    '/c': { get: { operationId: 'find', responses: RESPONSES } },
  };
  const { blueprint, warnings } = await imported(openapi(paths));
  const [first, second, third] = blueprint.tools.map(({ name }) => name);
  expect(first).toBe('find');
  expect(second).toMatch(/^find_[a-z0-9]{6}$/);
  expect(third).toMatch(/^find_[a-z0-9]{6}$/);
  const without = await namesOf({ '/a': paths['/a'], '/c': paths['/c'] });
  expect(without).toEqual(['find', third]);
  expect(warnings).toContainEqual({
    path: "$.paths['/b'].get.operationId",
    message:
      '"find" is also the operationId of GET /a; the tool\'s name ends with a hash. (2 places, this is the first.)',
  });
});

test('an operation with exactly this id keeps the name, one that was changed to it does not', async () => {
  const names = await namesOf({
    '/a': { get: { operationId: 'find pets', responses: RESPONSES } },
    '/b': { get: { operationId: 'find_pets', responses: RESPONSES } },
  });
  expect(names[0]).toMatch(/^find_pets_[a-z0-9]{6}$/);
  expect(names[1]).toBe('find_pets');
});

test('a repeated import keeps renamed tools, deselected tools and tools of other origin', async () => {
  const before = await imported(
    openapi({
      '/a': { get: { operationId: 'alpha', responses: RESPONSES } },
      '/b': { get: { operationId: 'beta', responses: RESPONSES } },
    }),
  );
  const [alpha, beta] = before.blueprint.tools;
  if (!alpha || !beta) throw new Error('There are two tools.');
  const previous = {
    ...before.blueprint,
    identity: { ...before.blueprint.identity, name: 'mine' },
    definitions: { Own: { type: 'string' } },
    tools: [
      { ...alpha, name: 'renamed' },
      { ...beta, enabled: false },
      {
        name: 'alpha',
        enabled: true,
        inputSchema: { type: 'object', properties: { own: { $ref: '#/$defs/Own' } } },
        action: { kind: 'code' as const, source: 'export default () => 1;' },
      },
    ],
  };
  const text = openapi(
    {
      '/new': { get: { operationId: 'gamma', responses: RESPONSES } },
      '/b': { get: { operationId: 'betaTwo', responses: RESPONSES } },
      '/a': {
        get: {
          operationId: 'alpha',
          responses: {
            200: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Own' } } },
            },
          },
        },
      },
    },
    { components: { schemas: { Own: { type: 'object' } } } },
  );
  const { blueprint } = await imported(text, { previous });
  expect(blueprint.tools.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['renamed', true],
    ['beta', false],
    ['alpha', true],
    ['gamma', true],
  ]);
  expect(blueprint.identity.name).toBe('mine');
  expect(blueprint.sources).toHaveLength(1);
  expect(blueprint.definitions['Own']).toEqual({ type: 'string' });
  expect(Object.keys(blueprint.definitions)).toHaveLength(2);
});

test('a path item that two paths refer to gives tools for both', async () => {
  const { blueprint } = await imported(
    openapi(
      {
        '/a': { $ref: '#/components/pathItems/Shared' },
        '/b': { $ref: '#/components/pathItems/Shared', summary: 'Second' },
      },
      {
        openapi: '3.1.0',
        components: {
          pathItems: { Shared: { get: { operationId: 'get', responses: RESPONSES } } },
        },
      },
    ),
  );
  expect(blueprint.tools.map(({ origin }) => origin?.operation)).toEqual(['GET /a', 'GET /b']);
  expect(blueprint.tools[1]?.title).toBe('Second');
});

test('the methods of 3.2 become tools; webhooks and callbacks become warnings', async () => {
  const { blueprint, warnings } = await imported(
    openapi(
      {
        '/a': {
          query: { operationId: 'search', responses: RESPONSES },
          additionalOperations: { COPY: { operationId: 'copy', responses: RESPONSES } },
          post: {
            operationId: 'subscribe',
            callbacks: { onEvent: { '{$request.body#/url}': { post: {} } } },
            responses: RESPONSES,
          },
        },
      },
      { openapi: '3.2.0', webhooks: { paid: { post: { responses: RESPONSES } } } },
    ),
  );
  const calls = blueprint.tools.map(({ name, action }) => [
    name,
    action.kind === 'http' && action.method,
  ]);
  expect(calls).toEqual([
    ['search', 'QUERY'],
    ['copy', 'COPY'],
    ['subscribe', 'POST'],
  ]);
  expect(blueprint.tools[0]?.annotations?.readOnlyHint).toBe(true);
  expect(warnings).toContainEqual({
    path: '$.webhooks.paid',
    message: expect.stringMatching(/webhook "paid"/),
  });
  expect(warnings).toContainEqual({
    path: "$.paths['/a'].post.callbacks.onEvent",
    message: expect.stringMatching(/callback "onEvent"/),
  });
});

test('a name of half a million underscores is made safe in linear time', async () => {
  const operationId = `é${'_'.repeat(500_000)}b`;
  const [name] = await namesOf({ '/a': { get: { operationId, responses: RESPONSES } } });
  expect(name).toMatch(/^e_[a-z\d]{6}$/);
});
