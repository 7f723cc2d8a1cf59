import { expect, test } from 'vitest';

import { onlyTool, openapi, swagger } from './imported.ts';

const STRING = { type: 'string' };
const BINARY = { type: 'string', format: 'binary' };
const FILE = { $ref: '#/$defs/FileArgument' };

function posting(requestBody: object, rest: object = {}): string {
  return openapi({ '/a': { post: { requestBody } } }, rest);
}

test('a JSON body is one argument with the schema of the body', async () => {
  const { tool, action, properties } = await onlyTool(
    posting({
      description: 'The thing',
      required: true,
      content: {
        'application/vnd.api+json': { schema: { type: 'object', properties: { a: STRING } } },
      },
    }),
  );
  expect(properties).toEqual({
    body: { type: 'object', properties: { a: STRING }, description: 'The thing' },
  });
  expect(tool.inputSchema['required']).toEqual(['body']);
  expect(action.body).toEqual({
    argument: 'body',
    contents: [{ mediaType: 'application/vnd.api+json', encoding: 'json' }],
  });
});

test('several media types are a choice, JSON first', async () => {
  const { action, properties } = await onlyTool(
    posting({
      content: {
        'application/xml': { schema: { type: 'object' } },
        'image/png': {},
        'application/x-www-form-urlencoded': { schema: { type: 'object' } },
        'text/plain': { schema: { type: 'string', maxLength: 5 } },
        'application/json': { schema: { type: 'object' } },
      },
    }),
  );
  expect(action.body?.mediaTypeArgument).toBe('contentType');
  expect(
    action.body?.contents.map(({ mediaType, encoding }) => `${mediaType} ${encoding}`),
  ).toEqual([
    'application/json json',
    'application/x-www-form-urlencoded form',
    'application/xml text',
    'text/plain text',
    'image/png binary',
  ]);
  expect(properties['contentType']).toMatchObject({ default: 'application/json' });
  expect(properties['body']).toEqual({
    anyOf: [
      { type: 'object' },
      { type: 'string', description: 'The whole body as application/xml.' },
      { type: 'string', maxLength: 5 },
      FILE,
    ],
  });
});

test('files of a multipart body are base64 with name and type, also through references', async () => {
  const { action, properties, definitions } = await onlyTool(
    posting(
      {
        content: {
          'multipart/form-data': {
            schema: { $ref: '#/components/schemas/Upload' },
            encoding: {
              photo: { contentType: 'image/png, image/jpeg' },
              meta: { contentType: 'application/json' },
              tags: { style: 'pipeDelimited', explode: false, allowReserved: true },
            },
          },
        },
      },
      {
        components: {
          schemas: {
            Base: {
              type: 'object',
              properties: { note: STRING, scan: BINARY },
              required: ['note'],
            },
            Upload: {
              allOf: [
                { $ref: '#/components/schemas/Base' },
                {
                  type: 'object',
                  properties: {
                    photo: { $ref: '#/components/schemas/Photo' },
                    pages: { type: 'array', maxItems: 3, items: BINARY, description: 'All pages' },
                    meta: { type: 'object', properties: { raw: BINARY } },
                    tags: { type: 'array', items: STRING },
                    key: { type: 'string', format: 'byte' },
                    maybe: { anyOf: [BINARY, { type: 'null' }] },
                  },
                },
              ],
            },
            Photo: BINARY,
          },
        },
      },
    ),
  );
  expect(action.body?.contents).toEqual([
    {
      mediaType: 'multipart/form-data',
      encoding: 'multipart',
      parts: {
        photo: { file: true },
        meta: { mediaType: 'application/json' },
        tags: { style: 'pipeDelimited', explode: false, allowReserved: true },
        scan: { file: true },
        pages: { file: true },
        maybe: { file: true },
      },
    },
  ]);
  expect(properties['body']).toMatchObject({
    allOf: [
      { properties: { note: STRING, scan: FILE }, required: ['note'] },
      {
        properties: {
          photo: { ...FILE, description: 'Media type: image/png, image/jpeg.' },
          pages: { type: 'array', maxItems: 3, items: FILE, description: 'All pages' },
          meta: { properties: { raw: { contentMediaType: 'application/octet-stream' } } },
          key: { type: 'string', contentEncoding: 'base64' },
          maybe: FILE,
        },
      },
    ],
  });
  expect(definitions['FileArgument']).toMatchObject({
    properties: { data: { contentEncoding: 'base64' }, name: STRING, mediaType: STRING },
    required: ['data'],
  });
});

test('since 3.1 files are also parts without a schema or with a media type', async () => {
  const { action } = await onlyTool(
    posting(
      {
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: {
                bytes: {},
                picture: { type: 'string', contentMediaType: 'image/png' },
                coded: { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
                text: { type: 'string', contentMediaType: 'text/csv' },
              },
            },
          },
        },
      },
      { openapi: '3.1.0' },
    ),
  );
  expect(action.body?.contents[0]?.parts).toEqual({
    bytes: { file: true },
    picture: { file: true },
  });
});

test('a component named like our own file schema keeps its name', async () => {
  const { properties, definitions } = await onlyTool(
    posting(
      {
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { f: BINARY, g: { $ref: '#/components/schemas/FileArgument' } },
            },
          },
        },
      },
      { components: { schemas: { FileArgument: { type: 'integer' } } } },
    ),
  );
  expect(definitions['FileArgument']).toEqual({ type: 'integer' });
  expect(properties['body']).toMatchObject({ properties: { g: { $ref: '#/$defs/FileArgument' } } });
  expect(Object.keys(definitions)).toHaveLength(2);
});

test('ranges and broken media types become types that can be sent', async () => {
  const bodyOf = async (mediaType: string, schema: object) =>
    (await onlyTool(posting({ content: { [mediaType]: { schema } } }))).action.body?.contents[0];
  expect(await bodyOf('*/*', { type: 'object' })).toEqual({
    mediaType: 'application/json',
    encoding: 'json',
  });
  expect(await bodyOf('*/*', BINARY)).toEqual({
    mediaType: 'application/octet-stream',
    encoding: 'binary',
  });
  expect(await bodyOf('image/*', BINARY)).toEqual({
    mediaType: 'application/octet-stream',
    encoding: 'binary',
  });
  expect(await bodyOf('text/*', STRING)).toEqual({ mediaType: 'text/plain', encoding: 'text' });
  expect(await bodyOf('application/vnd.thing', { type: 'object' })).toMatchObject({
    encoding: 'json',
  });
  expect(await bodyOf('text/plain; utf-8', STRING)).toEqual({
    mediaType: 'text/plain',
    encoding: 'text',
  });
  expect(await bodyOf('json\r\nX-Evil: 1', {})).toEqual({
    mediaType: 'application/json',
    encoding: 'json',
  });
});

test('a body of GET is left out with a warning, one of DELETE is sent', async () => {
  const requestBody = { content: { 'application/json': { schema: {} } } };
  const get = await onlyTool(openapi({ '/a': { get: { requestBody } } }));
  expect(get.action.body).toBeUndefined();
  expect(get.warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/GET request cannot/),
  );
  const remove = await onlyTool(openapi({ '/a': { delete: { requestBody } } }));
  expect(remove.action.body).toBeDefined();
});

test('a Swagger body is sent in the types that the operation or the document consumes', async () => {
  const parameters = [
    { name: 'pet', in: 'body', required: true, description: 'A pet', schema: { type: 'object' } },
  ];
  const paths = { '/a': { post: { parameters } } };
  const plain = await onlyTool(swagger(paths));
  expect(plain.action.body?.contents).toEqual([
    { mediaType: 'application/json', encoding: 'json' },
  ]);
  expect(plain.properties).toEqual({ body: { type: 'object', description: 'A pet' } });
  expect(plain.tool.inputSchema['required']).toEqual(['body']);
  const several = await onlyTool(
    swagger(paths, { consumes: ['application/xml', 'application/json'] }),
  );
  expect(several.action.body?.contents.map(({ mediaType }) => mediaType)).toEqual([
    'application/json',
    'application/xml',
  ]);
});

test('Swagger form fields become one body, multipart where one is a file', async () => {
  const fields = [
    {
      name: 'name',
      in: 'formData',
      required: true,
      type: 'string',
      description: 'Its name',
      maxLength: 9,
    },
    { name: 'tags', in: 'formData', type: 'array', items: STRING },
    { name: 'many', in: 'formData', type: 'array', items: STRING, collectionFormat: 'multi' },
  ];
  const form = await onlyTool(swagger({ '/a': { post: { parameters: fields } } }));
  expect(form.action.body?.contents).toEqual([
    {
      mediaType: 'application/x-www-form-urlencoded',
      encoding: 'form',
      parts: { tags: { style: 'form', explode: false } },
    },
  ]);
  expect(form.properties['body']).toMatchObject({
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 9, description: 'Its name' } },
  });
  const file = { name: 'f', in: 'formData', type: 'file', description: 'Its picture' };
  const multipart = await onlyTool(
    swagger({
      '/a': {
        post: { consumes: ['application/x-www-form-urlencoded'], parameters: [...fields, file] },
      },
    }),
  );
  expect(multipart.action.body?.contents[0]).toMatchObject({
    mediaType: 'multipart/form-data',
    encoding: 'multipart',
    parts: { f: { file: true } },
  });
  expect(multipart.properties['body']).toMatchObject({
    properties: { f: { ...FILE, description: 'Its picture' } },
  });
});

test('examples of the document become example calls when the schema accepts them', async () => {
  const { tool } = await onlyTool(
    openapi({
      '/{id}': {
        post: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
            {
              name: 'kind',
              in: 'query',
              required: true,
              schema: { type: 'string', enum: ['a', 'b'] },
            },
            { name: 'page', in: 'query', schema: { type: 'integer' }, example: 3 },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
                examples: {
                  good: { summary: 'A good one', value: { n: 1 } },
                  bad: { value: { n: 'x' } },
                  outside: { externalValue: 'https://examples.test/1.json' },
                },
              },
            },
          },
        },
      },
    }),
  );
  expect(tool.examples).toEqual([
    { name: 'good', arguments: { id: 7, kind: 'a', body: { n: 1 } } },
  ]);
});

test('no example call is made without enough information in the document', async () => {
  const { tool } = await onlyTool(
    openapi({
      '/{id}': { get: { parameters: [{ name: 'q', in: 'query', schema: STRING, example: 'x' }] } },
    }),
  );
  expect(tool.examples).toBeUndefined();
});
