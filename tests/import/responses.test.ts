import { expect, test } from 'vitest';

import { onlyTool, openapi, swagger } from './imported.ts';

const JSON_OBJECT = {
  'application/json': { schema: { type: 'object', properties: { a: { type: 'integer' } } } },
};

async function answer(responses: object, method = 'get', rest: object = {}) {
  return onlyTool(openapi({ '/a': { [method]: { responses } } }, rest));
}

test('the schema of a successful JSON response becomes the output schema', async () => {
  const { tool, action } = await answer({
    404: { content: { 'application/json': { schema: { type: 'string' } } } },
    200: { description: 'OK', content: { 'text/csv': {}, ...JSON_OBJECT } },
  });
  expect(tool.outputSchema).toEqual({ type: 'object', properties: { a: { type: 'integer' } } });
  expect(action.response).toEqual({ accept: 'application/json' });
});

test('a response that may be other than an object is wrapped', async () => {
  const schemas: object[] = [
    { type: 'array', items: { type: 'string' } },
    { type: 'string' },
    { type: 'object', nullable: true },
    { oneOf: [{ type: 'object' }, { type: 'array', items: {} }] },
    {},
  ];
  for (const schema of schemas) {
    const { tool, action } = await answer({ 200: { content: { 'application/json': { schema } } } });
    expect(tool.outputSchema).toMatchObject({ type: 'object', required: ['result'] });
    expect(action.response.wrap).toBe(true);
  }
});

test('a response that is an object through references keeps its root', async () => {
  const { tool, action } = await answer({ '2XX': { $ref: '#/components/responses/Pet' } }, 'get', {
    components: {
      responses: {
        Pet: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } } },
      },
      schemas: {
        Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { bark: {} } }] },
        Pet: { type: 'object' },
      },
    },
  });
  expect(tool.outputSchema).toEqual({ $ref: '#/$defs/Dog', type: 'object' });
  expect(action.response.wrap).toBeUndefined();
});

test('several successful responses are alternatives, and so is an empty one', async () => {
  const { tool } = await answer({
    200: { content: JSON_OBJECT },
    202: { content: { 'application/json': { schema: { type: 'object', title: 'Job' } } } },
    204: { description: 'Nothing' },
  });
  expect(tool.outputSchema).toEqual({
    type: 'object',
    anyOf: [
      { type: 'object', properties: { a: { type: 'integer' } } },
      { type: 'object', title: 'Job' },
      { maxProperties: 0 },
    ],
  });
});

test('the default response counts if no success is declared', async () => {
  const { tool } = await answer({ default: { content: JSON_OBJECT } });
  expect(tool.outputSchema).toMatchObject({ type: 'object' });
  const other = await answer({ 201: { description: 'Made' }, default: { content: JSON_OBJECT } });
  expect(other.tool.outputSchema).toBeUndefined();
});

test('responses other than JSON have no output schema, but a media type to accept', async () => {
  const { tool, action } = await answer({
    200: {
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } }, 'image/gif': {} },
    },
  });
  expect(tool.outputSchema).toBeUndefined();
  expect(action.response).toEqual({ accept: 'image/png, image/gif' });
  const swaggerTool = await onlyTool(
    swagger({
      '/a': {
        get: { produces: ['application/pdf'], responses: { 200: { schema: { type: 'file' } } } },
      },
    }),
  );
  expect(swaggerTool.tool.outputSchema).toBeUndefined();
  expect(swaggerTool.action.response).toEqual({ accept: 'application/pdf' });
});

test('an example response that matches its schema becomes the mock response', async () => {
  const examples = { wrong: { value: { a: 'x' } }, right: { value: { a: 5 } } };
  const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
  const { action } = await answer(
    { 201: { content: { 'application/json': { schema, examples } } } },
    'post',
  );
  expect(action.mock).toEqual({ status: 201, mediaType: 'application/json', body: { a: 5 } });
});

test('examples of schemas and of their items become mock responses too', async () => {
  const items = { type: 'object', properties: { a: { type: 'integer' } }, example: { a: 3 } };
  const { action } = await answer({
    200: { content: { 'application/json': { schema: { type: 'array', items } } } },
  });
  expect(action.mock?.body).toEqual([{ a: 3 }]);
  const old = await onlyTool(
    swagger({
      '/a': {
        get: {
          responses: {
            200: { schema: { type: 'object' }, examples: { 'application/json': { b: 1 } } },
          },
        },
      },
    }),
  );
  expect(old.action.mock?.body).toEqual({ b: 1 });
});

test('an example response that violates its schema is dropped with a warning', async () => {
  const { action, warnings } = await answer({
    200: { content: { 'application/json': { schema: { type: 'object' }, example: 'text' } } },
  });
  expect(action.mock).toBeUndefined();
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/breaks its own schema/),
  );
});

test('headers, links and error responses that are not carried over are noted once', async () => {
  const response = { headers: { 'X-Rate': {} }, links: { next: {} }, content: JSON_OBJECT };
  const { warnings } = await answer({
    200: response,
    201: response,
    400: { content: JSON_OBJECT },
    500: {},
  });
  const messages = warnings.map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringMatching(/Schemas of failing answers/),
    expect.stringMatching(/Headers of answers.*2 places/),
    expect.stringMatching(/Links from an answer.*2 places/),
  ]);
});

test('an operation of Swagger 2.0 accepts its produced types, even without a described response', async () => {
  const get = { produces: ['application/x-tar'], responses: { 200: { description: 'OK' } } };
  const { action } = await onlyTool(swagger({ '/export': { get } }));
  expect(action.response.accept).toBe('application/x-tar');
});
