import { expect, test } from 'vitest';

import type { Tool } from '#app/blueprint/tool.ts';
import { toPlace } from '#app/schema-form/field-place.ts';
import { findArgumentProblems } from '#app/schema-form/find-argument-problems.ts';
import { startArguments } from '#app/schema-form/start-arguments.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

const body: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, tags: { type: 'array', items: {} } },
};

function tool(properties: JsonObject, required: string[], examples?: Tool['examples']): Tool {
  return {
    name: 'update_pet',
    enabled: true,
    inputSchema: { type: 'object', properties, required },
    action: {
      kind: 'http',
      upstream: 'api',
      method: 'PATCH',
      path: '/pets/{id}',
      parameters: [{ argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
      body: { argument: 'body', contents: [{ mediaType: 'application/json', encoding: 'json' }] },
      response: {},
    },
    ...(examples ? { examples } : {}),
  };
}

test('the example of the document comes first', () => {
  const own = { id: 7, body: { name: 'Rex' } };
  const made = tool({ id: { type: 'integer' }, body }, ['id'], [{ arguments: own }]);
  expect(startArguments(made, {})).toEqual(own);
});

test('without an example, values are made that the schema accepts, an optional body included', () => {
  const made = tool({ id: { type: 'string', format: 'uuid' }, body }, ['id']);
  const args = startArguments(made, {});
  expect(args['id']).toMatch(/^[\da-f-]{36}$/);
  expect(args['body']).toMatchObject({ name: expect.stringMatching(/./) });
  expect(findArgumentProblems(made, {}, args).size).toBe(0);
});

test('what is wrong is told at the place of its field', () => {
  const made = tool({ id: { type: 'integer' }, body }, ['id']);
  const problems = findArgumentProblems(made, {}, { body: { name: '', tags: 1 } });
  expect([...problems.keys()].toSorted()).toEqual(['.body.name', '.body.tags', '.id']);
  expect(problems.get('.id')).toMatch(/^Is required/);
  expect(problems.get('.body.tags')).toMatch(/^Must be a list/);
});

test('the place of a field leaves out which alternative leads to it', () => {
  expect(toPlace('.body|0.tags.1|12.name')).toBe('.body.tags.1.name');
});
