import { expect, test } from 'vitest';

import { hasHidden } from '#app/blueprint/import/text/visible-text.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { listTools } from '#app/runtime/protocol/list-tools.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';

import { imported, openapi } from './imported.ts';

/** A zero width space, a tag of a letter, and a mark that turns what follows. */
const HIDDEN = '\u200B\u{E0061}\u202E';

/** Every text and name in a value that somebody would not see all of. */
function findHidden(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return hasHidden(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(hasHidden(key) ? [`${path}.${key} (name)`] : []),
    ...findHidden(item, `${path}.${key}`),
  ]);
}

const SCHEMA = {
  type: 'object',
  required: [`na${HIDDEN}me`, 'kind'],
  additionalProperties: false,
  dependentRequired: { kind: [`na${HIDDEN}me`] },
  dependentSchemas: { [`kin${HIDDEN}d`]: { required: ['kind'] } },
  patternProperties: { [`^x${HIDDEN}`]: {} },
  example: { [`na${HIDDEN}me`]: `A${HIDDEN}` },
  properties: {
    [`na${HIDDEN}me`]: { type: 'string', examples: [`Ann${HIDDEN}`, 'Bob'] },
    kind: { type: 'string', enum: [`cat${HIDDEN}`, 'dog'], default: `cat${HIDDEN}` },
    fixed: { const: `on${HIDDEN}` },
    plain: { type: 'string', enum: ['a', 'b'], default: 'a' },
    family: { type: 'string', enum: ['👨‍👩‍👧', 'می‌خواهم'] },
    [HIDDEN]: { type: 'string' },
  },
};

const DOCUMENT = openapi(
  {
    '/pets': {
      post: {
        operationId: 'add_pet',
        parameters: [
          {
            name: `fil${HIDDEN}ter`,
            in: 'query',
            schema: { type: 'string', enum: [`x${HIDDEN}`] },
            example: `x${HIDDEN}`,
          },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Pet' },
              examples: { one: { value: { [`na${HIDDEN}me`]: `B${HIDDEN}`, kind: 'dog' } } },
            },
          },
        },
        responses: {
          200: {
            description: 'Fine.',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Pet' },
                example: { [`na${HIDDEN}me`]: `C${HIDDEN}`, kind: `cat${HIDDEN}` },
              },
            },
          },
        },
      },
    },
  },
  { openapi: '3.1.0', components: { schemas: { Pet: SCHEMA } } },
);

test('nothing that a model reads has characters that people do not see', async () => {
  const { blueprint } = await imported(DOCUMENT);
  const { tools, definitions, ...rest } = blueprint;
  // The name on the wire is sent as it is, and no model reads it.
  const read = tools.map(({ action, ...tool }) => [tool, action.kind === 'http' && action.mock]);
  expect(findHidden([read, definitions, rest])).toEqual([]);
  const served = toServedDefinition(toServerDefinition(blueprint, new Map()));
  expect(findHidden(listTools(served))).toEqual([]);
});

test('what was hidden is told, and does not stop a call that needs it', async () => {
  const { blueprint, warnings } = await imported(DOCUMENT);
  const pet = blueprint.definitions['Pet'];
  expect(pet).toMatchObject({
    required: ['kind'],
    properties: {
      name: { examples: ['Ann', 'Bob'] },
      kind: { description: 'One of: cat, dog.', default: 'cat' },
      fixed: { description: 'One of: on.' },
      plain: { enum: ['a', 'b'], default: 'a' },
      family: { enum: ['👨‍👩‍👧', 'می‌خواهم'] },
    },
  });
  for (const missing of [
    'additionalProperties',
    'properties.kind.enum',
    'properties.fixed.const',
  ]) {
    expect(pet, missing).not.toHaveProperty(missing);
  }
  const [tool] = blueprint.tools;
  if (tool?.action.kind !== 'http') throw new Error('It is an HTTP tool.');
  expect(tool.action.parameters).toMatchObject([{ name: `fil${HIDDEN}ter` }]);
  expect(tool.examples?.map(({ arguments: { body } }) => body)).toContainEqual({
    name: 'B',
    kind: 'dog',
  });
  const messages = warnings.map(({ message }) => message);
  expect(messages).toContain(
    'The value "cat[U+200B][U+E0061][U+202E]" contains hidden characters. It is shown without them, and any value is accepted here.',
  );
  expect(messages.some((message) => message.includes('The name "na[U+200B]'))).toBe(true);
});
