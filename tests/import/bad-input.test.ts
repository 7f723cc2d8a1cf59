import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';

import { imported, openapi, refused } from './imported.ts';

const OPERATION = { responses: { 200: { description: 'OK' } } };

test('an empty document is rejected with advice on what to paste', async () => {
  for (const text of ['', '  \n\t ', '\uFEFF']) {
    expect(await refused(text)).toMatchObject({ reason: 'empty', message: /Paste an OpenAPI/ });
  }
});

test('broken JSON is rejected with line, column and the expected token', async () => {
  const text = '{\n  "openapi": "3.0.0",\n  "info": {"title": "x" "version": "1"}\n}';
  const { reason, message } = await refused(text);
  expect(reason).toBe('unreadable');
  expect(message).toContain('line 3, column 25');
  expect(message).toContain('expected "," or the closing bracket');
});

test('a JSON string with a line break, and an unterminated one, are reported', async () => {
  expect((await refused('{"a": "x\ny" "b"}')).message).toMatch(/line 1, column 9.*line break/);
  expect((await refused('{"a": "x')).message).toMatch(/line 1, column 7.*never closed/);
  expect((await refused('{"a": 1')).message).toMatch(/column 8.*the document ends/);
  expect((await refused('[1, 2,, "\\q"')).message).toMatch(/column 7.*expected a value/);
});

test('broken YAML is rejected with line and column', async () => {
  const { reason, message, problems } = await refused('openapi: 3.0.0\ninfo: [a, b\npaths: {}\n');
  expect(reason).toBe('unreadable');
  expect(message).toMatch(/Line 3, column 1/);
  expect(problems[0]?.message).toMatch(/^Line 3, column 1: /);
});

test('JSON with an extra comma is read as YAML, with a warning', async () => {
  const text = openapi({ '/a': { get: OPERATION } }).replace(/\}$/, ',}');
  const { blueprint, warnings } = await imported(text);
  expect(blueprint.tools).toHaveLength(1);
  expect(warnings[0]?.message).toMatch(/not strict JSON/);
});

test('an HTML page is rejected, with the document that it links', async () => {
  const page = '<!DOCTYPE html>\n<html><script>SwaggerUIBundle({url: "/v2/swagger.json"})</script>';
  const { reason, message } = await refused(page);
  expect(reason).toBe('unreadable');
  expect(message).toMatch(/HTML page/);
  expect(message).toContain('"/v2/swagger.json"');
  expect((await refused('<html></html>')).message).toMatch(/Look on the page for a link/);
});

test('other formats are rejected by name', async () => {
  const kinds: [unknown, RegExp][] = [
    [{ id: '1', name: 'x', order: [], requests: [] }, /Postman collection of version 1/],
    [{ name: 'x', values: [], _postman_variable_scope: 'environment' }, /Postman environment/],
    [{ asyncapi: '3.0.0' }, /AsyncAPI/],
    [{ log: { entries: [] } }, /HAR recording/],
    [{ data: { __schema: {} } }, /GraphQL introspection/],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, /JSON Schema/],
    [{ name: 'x', version: '1' }, /neither "openapi" nor "swagger".*"name", "version"/],
    [[{ openapi: '3.0.0' }], /This is a list/],
  ];
  for (const [value, message] of kinds) {
    expect(await refused(JSON.stringify(value))).toMatchObject({ reason: 'unsupported', message });
  }
  expect((await refused('<definitions xmlns="x"/>')).message).toMatch(/WSDL/);
  expect((await refused('type Query { pets: [Pet] }')).message).toMatch(/GraphQL schema/);
  expect((await refused('Please make me a server')).message).toMatch(/plain text \(line 1/);
});

test('unknown versions are rejected, newer ones are read with a warning', async () => {
  const versions = [{ swagger: '1.2' }, { openapi: '4.0.0' }, { openapi: '' }, { openapi: null }];
  for (const version of versions) {
    const { reason, message } = await refused(JSON.stringify({ ...version, paths: {} }));
    expect(reason).toBe('unsupported');
    expect(message).toMatch(/2\.0, 3\.0, 3\.1 and 3\.2 can be imported/);
  }
  const paths = { '/a': { get: OPERATION } };
  const { blueprint, warnings } = await imported(openapi(paths, { openapi: '3.7.0' }));
  expect(blueprint.sources[0]?.format).toBe('3.7.0');
  expect(warnings).toContainEqual({
    path: '$.openapi',
    message: expect.stringMatching(/read as 3\.2/),
  });
});

test('a document without operations is rejected with the reason', async () => {
  expect(await refused(openapi({}))).toMatchObject({ reason: 'noOperations' });
  expect(await refused(openapi({ '/a': { parameters: [] } }))).toMatchObject({
    reason: 'noOperations',
    message: expect.stringMatching(/no method of any path/),
  });
  const hooks = JSON.stringify({ openapi: '3.1.0', webhooks: { paid: { post: OPERATION } } });
  expect((await refused(hooks)).message).toMatch(/webhooks/);
  expect(await refused(openapi([]))).toMatchObject({
    reason: 'unusable',
    problems: [{ path: '$.paths' }],
  });
});

test('a YAML alias bomb is rejected before it grows', async () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 10; level += 1) {
    const items = Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ');
    lines.push(`a${level}: &a${level} [${items}]`);
  }
  const { reason, message } = await refused(`openapi: 3.0.0\n${lines.join('\n')}\npaths: {}\n`);
  expect(reason).toBe('unreadable');
  expect(message).toMatch(/alias/i);
});

test('many aliases of one large part are rejected too', async () => {
  const part = `&part [${Array.from({ length: 4_000 }, () => 'x').join(', ')}]`;
  const aliases = Array.from({ length: 1_500 }, () => '*part').join(', ');
  const { message } = await refused(`openapi: 3.0.0\nx-part: ${part}\nx-all: [${aliases}]\n`);
  expect(message).toMatch(/expand to more than/);
});

test('ordinary anchors are followed', async () => {
  const text = `openapi: 3.0.3
info: {title: Anchors, version: 1.10}
servers: [{url: https://api.test}]
paths:
  /a:
    get: &get
      responses: {200: {description: OK}}
      parameters: [{name: q, in: query, schema: &text {type: string}}]
  /b:
    get:
      <<: *get
      operationId: b
`;
  const { blueprint } = await imported(text);
  expect(blueprint.tools.map(({ inputSchema }) => inputSchema['properties'])).toEqual([
    { q: { type: 'string' } },
    { q: { type: 'string' } },
  ]);
  expect(blueprint.sources[0]?.version).toBe('1.10');
});

test('excessive nesting is rejected in JSON and YAML', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect((await refused(`{"openapi": "3.0.0", "x": ${deep}}`)).message).toMatch(
    /nests 100001 levels/,
  );
  expect((await refused(`openapi: 3.0.0\nx: ${deep}`)).message).toMatch(/nests more than/);
  const schema = `${'{"items":'.repeat(300)}{}${'}'.repeat(300)}`;
  const text = openapi({
    '/a': {
      get: { responses: { 200: { content: { 'application/json': { schema: 'SCHEMA' } } } } },
    },
  }).replace('"SCHEMA"', schema);
  const { warnings } = await imported(text);
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/nests more than 120/),
  );
});

test('four hundred levels, and properties called __proto__, become a server', async () => {
  const deep = `${'{"items":'.repeat(390)}{}${'}'.repeat(390)}`;
  const hostile = '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}';
  const body = (schema: string) =>
    `{"requestBody":{"content":{"application/json":{"schema":${schema}}}},"responses":{"200":{"description":"OK"}}}`;
  const paths = `{"/a":{"post":${body(deep)}},"/b":{"post":${body(hostile)}}}`;
  const text = openapi({}).replace('"paths":{}', `"paths":${paths}`);
  const { blueprint, warnings } = await imported(text);
  expect(blueprint.tools).toHaveLength(2);
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/nests more than 120/),
  );
  const properties = JSON.stringify(blueprint.tools[1]?.inputSchema);
  expect(properties).toContain('"__proto__":{"type":"string"}');
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  expect(Reflect.get({}, 'type')).toBeUndefined();
});

test('twenty thousand operations become twenty thousand tools', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`/things/${at}`, { get: OPERATION }]),
  );
  const outcome = await importDocument(openapi(paths));
  if (!outcome.ok) throw new Error(outcome.message);
  expect(outcome.value.blueprint.tools).toHaveLength(20_000);
});

test('a duplicate key causes a warning in JSON and YAML', async () => {
  const json = openapi({ '/a': { get: OPERATION } }).replace(
    '"openapi"',
    '"openapi":"3.1.0","openapi"',
  );
  const first = await imported(json);
  expect(first.warnings[0]?.message).toMatch(
    /"openapi" at line 1, column 20 occurs twice in its object/,
  );
  const yaml = 'openapi: 3.0.0\ninfo: {title: A, title: B}\npaths: {/a: {get: {}}}\n';
  const second = await imported(yaml);
  expect(second.warnings[0]?.message).toMatch(/Line 2, column 18/);
  expect(second.blueprint.identity.title).toBe('B');
});

test('numbers without a JSON form are left out with a warning', async () => {
  const schema = '{"type":"number","maximum":1e999}';
  const text = openapi({
    '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: 'S' }] } },
  });
  const { blueprint, warnings } = await imported(text.replace('"S"', schema));
  expect(blueprint.tools[0]?.inputSchema['properties']).toEqual({ q: { type: 'number' } });
  expect(warnings).toContainEqual({
    path: "$.paths['/a'].get.parameters[0].schema.maximum",
    message: expect.stringMatching(/too large/),
  });
});

test('a broken reference becomes a warning with its path, not a failure', async () => {
  const { warnings, blueprint } = await imported(
    openapi({
      '/a': {
        get: {
          parameters: [{ $ref: '#/components/parameters/Missing' }],
          responses: {
            200: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Nope' } } },
            },
          },
        },
      },
      '/b': { $ref: 'other.yaml#/paths/b' },
    }),
  );
  expect(blueprint.tools).toHaveLength(1);
  expect(warnings).toContainEqual({
    path: "$.paths['/a'].get.parameters[0]['$ref']",
    action: 'document',
    message: expect.stringMatching(/points to nothing in the document; the parameter was left out/),
  });
  expect(warnings).toContainEqual({
    path: "$.paths['/a'].get.responses['200'].content['application/json'].schema['$ref']",
    action: 'document',
    message: expect.stringMatching(/points to nothing.*anything is accepted/),
  });
  expect(warnings).toContainEqual({
    path: "$.paths['/b']['$ref']",
    action: 'document',
    message: expect.stringMatching(/never fetched; its operations are not imported/),
  });
});

test('circular references end', async () => {
  const { warnings } = await imported(
    openapi(
      {
        '/a': {
          get: {
            parameters: [{ $ref: '#/components/parameters/A' }],
            responses: { 200: { $ref: '#/components/responses/A' } },
          },
        },
        '/b': { $ref: '#/paths/~1c' },
        '/c': { $ref: '#/paths/~1b' },
      },
      {
        components: {
          parameters: {
            A: { $ref: '#/components/parameters/B' },
            B: { $ref: '#/components/parameters/A' },
          },
          responses: { A: { $ref: '#/components/responses/A' } },
        },
      },
    ),
  );
  expect(warnings.filter(({ message }) => /leads back to itself/.test(message))).toHaveLength(4);
});
