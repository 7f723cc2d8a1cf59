import { expect, test } from 'vitest';

import { onlyTool, openapi, swagger } from './imported.ts';

const STRING = { type: 'string' };

function withParameters(parameters: object[], path = '/a', rest: object = {}): string {
  return openapi({ [path]: { get: { parameters } } }, rest);
}

test('parameters of the path item apply, unless the operation overrides them', async () => {
  const { properties, action } = await onlyTool(
    openapi({
      '/a': {
        parameters: [
          { name: 'q', in: 'query', schema: STRING },
          { name: 'X-Trace', in: 'header', schema: STRING },
        ],
        get: {
          parameters: [
            { name: 'x-trace', in: 'header', schema: { type: 'integer' } },
            { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
          ],
        },
      },
    }),
  );
  expect(properties).toEqual({
    q: STRING,
    'x-trace': { type: 'integer' },
    page: { type: 'integer', default: 1 },
  });
  expect(action.parameters.map(({ in: place, name }) => `${place} ${name}`)).toEqual([
    'query q',
    'header x-trace',
    'query page',
  ]);
});

test('every style and explode is kept; the defaults are those of OpenAPI', async () => {
  const list = { type: 'array', items: STRING };
  const { action } = await onlyTool(
    withParameters(
      [
        { name: 'p', in: 'path', required: true, schema: STRING },
        { name: 'l', in: 'path', required: true, style: 'label', schema: list },
        { name: 'm', in: 'path', required: true, style: 'matrix', explode: true, schema: list },
        { name: 'f', in: 'query', schema: list },
        { name: 'g', in: 'query', explode: false, schema: list, allowReserved: true },
        { name: 's', in: 'query', style: 'spaceDelimited', schema: list },
        { name: 'i', in: 'query', style: 'pipeDelimited', schema: list },
        { name: 'd', in: 'query', style: 'deepObject', schema: { type: 'object' } },
        { name: 'e', in: 'query', allowEmptyValue: true, schema: STRING },
        { name: 'H', in: 'header', schema: list },
        { name: 'c', in: 'cookie', schema: STRING },
        { name: 'k', in: 'cookie', style: 'cookie', schema: STRING },
      ],
      '/{p}/{l}/{m}',
      { openapi: '3.2.0' },
    ),
  );
  const written = action.parameters.map(({ argument: _argument, name, in: place, ...rest }) => [
    place,
    name,
    rest,
  ]);
  expect(written).toEqual([
    ['path', 'p', { style: 'simple', explode: false }],
    ['path', 'l', { style: 'label', explode: false }],
    ['path', 'm', { style: 'matrix', explode: true }],
    ['query', 'f', { style: 'form', explode: true }],
    ['query', 'g', { style: 'form', explode: false, allowReserved: true }],
    ['query', 's', { style: 'spaceDelimited', explode: false }],
    ['query', 'i', { style: 'pipeDelimited', explode: false }],
    ['query', 'd', { style: 'deepObject', explode: true }],
    ['query', 'e', { style: 'form', explode: true, allowEmptyValue: true }],
    ['header', 'H', { style: 'simple', explode: false }],
    ['cookie', 'c', { style: 'form', explode: true }],
    ['cookie', 'k', { style: 'cookie', explode: true }],
  ]);
});

test('a style that is invalid for its location falls back with a warning', async () => {
  const { action, warnings } = await onlyTool(
    withParameters([{ name: 'h', in: 'header', style: 'deepObject', schema: STRING }]),
  );
  expect(action.parameters[0]).toMatchObject({ style: 'simple', explode: false });
  expect(warnings).toContainEqual({
    path: "$.paths['/a'].get.parameters[0].style",
    message: expect.stringMatching(/"deepObject" does not exist for header parameters/),
  });
});

test('content parameters have their media type, and querystring is the whole query', async () => {
  const { action, properties } = await onlyTool(
    withParameters(
      [
        {
          name: 'filter',
          in: 'query',
          content: {
            'application/json': { schema: { type: 'object', properties: { a: STRING } } },
          },
        },
        {
          name: 'all',
          in: 'querystring',
          content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
        },
      ],
      '/a',
      { openapi: '3.2.0' },
    ),
  );
  expect(action.parameters).toMatchObject([
    { in: 'query', mediaType: 'application/json' },
    { in: 'querystring', mediaType: 'application/x-www-form-urlencoded' },
  ]);
  expect(properties['filter']).toEqual({ type: 'object', properties: { a: STRING } });
});

test('collectionFormat of Swagger determines the style of lists', async () => {
  const items = { type: 'array', items: STRING };
  const { action, warnings } = await onlyTool(
    swagger({
      '/{ids}': {
        get: {
          parameters: [
            { name: 'ids', in: 'path', required: true, ...items },
            { name: 'a', in: 'query', ...items },
            { name: 'b', in: 'query', ...items, collectionFormat: 'ssv' },
            { name: 'c', in: 'query', ...items, collectionFormat: 'tsv' },
            { name: 'd', in: 'query', ...items, collectionFormat: 'pipes' },
            { name: 'e', in: 'query', ...items, collectionFormat: 'multi' },
            { name: 'F', in: 'header', ...items, collectionFormat: 'pipes' },
          ],
        },
      },
    }),
  );
  expect(action.parameters.map(({ style, explode }) => `${style} ${explode}`)).toEqual([
    'simple false',
    'form false',
    'spaceDelimited false',
    'tabDelimited false',
    'pipeDelimited false',
    'form true',
    'simple false',
  ]);
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/"pipes" cannot be written in a header parameter/),
  );
});

test('a Swagger parameter keeps its schema, description, default and example', async () => {
  const { properties } = await onlyTool(
    swagger({
      '/a': {
        get: {
          parameters: [
            {
              name: 'limit',
              in: 'query',
              description: 'How many',
              type: 'integer',
              format: 'int32',
              minimum: 0,
              exclusiveMinimum: true,
              maximum: 100,
              default: 20,
              'x-example': '5',
            },
          ],
        },
      },
    }),
  );
  expect(properties['limit']).toEqual({
    type: 'integer',
    format: 'int32',
    exclusiveMinimum: 0,
    maximum: 100,
    default: 20,
    description: 'How many',
    examples: [5],
  });
});

test('arguments of the same name do not collide: the path keeps the plain name', async () => {
  const parameters = ['header', 'query', 'cookie', 'path'].map((place) => ({
    name: 'id',
    in: place,
    required: place === 'path',
    schema: STRING,
  }));
  const body = {
    content: { 'application/json': { schema: {} }, 'text/plain': { schema: STRING } },
  };
  const { action, properties } = await onlyTool(
    openapi({
      '/{id}': {
        post: {
          parameters: [
            ...parameters,
            { name: 'body', in: 'query', schema: STRING },
            { name: 'contentType', in: 'query', schema: STRING },
          ],
          requestBody: body,
        },
      },
    }),
  );
  const names = action.parameters.map(({ argument, in: place }) => `${place} ${argument}`);
  expect(names).toEqual([
    'path id',
    'header id_header',
    'query id_query',
    'cookie id_cookie',
    'query body_query',
    'query contentType_query',
  ]);
  expect(Object.keys(properties)).toEqual(
    expect.arrayContaining(['body', 'contentType', 'id_header']),
  );
  expect(action.body?.argument).toBe('body');
});

test('names that clients reject are kept on the wire and replaced by safe ones in arguments', async () => {
  const { action, properties } = await onlyTool(
    withParameters([
      { name: 'filter[name]', in: 'query', schema: STRING },
      { name: '$top', in: 'query', schema: STRING },
      { name: 'имя', in: 'query', schema: STRING },
      { name: '__proto__', in: 'query', schema: STRING },
      { name: 'x'.repeat(90), in: 'query', schema: STRING },
    ]),
  );
  const arguments_ = action.parameters.map(({ argument }) => argument);
  expect(arguments_.slice(0, 2)).toEqual(['filter_name', 'top']);
  for (const argument of arguments_) expect(argument).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
  expect(new Set(arguments_).size).toBe(5);
  expect(action.parameters.map(({ name }) => name).slice(0, 3)).toEqual([
    'filter[name]',
    '$top',
    'имя',
  ]);
  expect(properties['filter_name']).toMatchObject({ title: 'filter[name]' });
});

test('an undeclared path parameter is added, one without a placeholder is left out', async () => {
  const { action, tool, warnings } = await onlyTool(
    withParameters(
      [{ name: 'other', in: 'path', required: true, schema: STRING }],
      '/a/{id}/{+rest}',
    ),
  );
  expect(action.path).toBe('/a/{id}/{rest}');
  expect(action.parameters).toMatchObject([
    { argument: 'id', in: 'path' },
    { argument: 'rest', in: 'path', allowReserved: true },
  ]);
  expect(tool.inputSchema['required']).toEqual(['id', 'rest']);
  const messages = warnings.map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringMatching(/"id" is not declared/));
  expect(messages).toContainEqual(expect.stringMatching(/no place for "other"/));
});

test('headers set elsewhere, and credentials, are not arguments', async () => {
  const { properties, warnings } = await onlyTool(
    openapi(
      {
        '/a': {
          get: {
            parameters: [
              { name: 'Accept', in: 'header', schema: STRING },
              { name: 'Content-Type', in: 'header', schema: STRING },
              { name: 'authorization', in: 'header', schema: STRING },
              { name: 'Host', in: 'header', schema: STRING },
              { name: 'bad name', in: 'header', schema: STRING },
              { name: 'x-api-key', in: 'header', schema: STRING },
              { name: 'X-Ok', in: 'header', schema: STRING },
            ],
          },
        },
      },
      {
        security: [{ key: [] }],
        components: {
          securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
        },
      },
    ),
  );
  expect(Object.keys(properties)).toEqual(['X-Ok']);
  expect(warnings.filter(({ path }) => path.includes('parameters['))).toHaveLength(6);
});

test('unreadable parameters cause warnings, each with its path', async () => {
  const { properties, warnings } = await onlyTool(
    withParameters([
      { in: 'query', schema: STRING },
      { name: 'a', in: 'body' },
      { name: 'b', schema: STRING },
      { name: 'c', in: 'query' },
      { name: 'c', in: 'query', schema: STRING },
    ]),
  );
  expect(properties).toEqual({ c: STRING });
  expect(warnings.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "$.paths['/a'].get.parameters[0]",
      "$.paths['/a'].get.parameters[1].in",
      "$.paths['/a'].get.parameters[2].in",
      "$.paths['/a'].get.parameters[3]",
      "$.paths['/a'].get.parameters[4]",
    ]),
  );
});

test('a "#" ends a path, unless path parameters follow it', async () => {
  const responses = { 200: { description: 'OK' } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: STRING }];
  const pathOf = async (path: string, operation: object) =>
    await onlyTool(openapi({ [path]: { post: { ...operation, responses } } }));
  const variant = await pathOf('/#Action=List', {});
  expect(variant.action.path).toBe('/');
  const part = await pathOf('/send/#env/partners/{id}', { parameters });
  expect(part.action.path).toBe('/send/%23env/partners/{id}');
  expect(Object.keys(part.properties)).toEqual(['id']);
  for (const { warnings } of [variant, part])
    expect(warnings.map(({ message }) => message).join()).toContain('"#"');
});
