import { describe, expect, test } from 'vitest';

import type { HttpAction, JsonObject, ToolDefinition } from '#app/runtime/definition.ts';
import type { MockFixture, MockFixtures } from '#app/runtime/mock/mock-fixtures.ts';
import { createMockFetch, createMockUpstream } from '#app/runtime/mock/mock-upstream.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, textOf } from './context.ts';
import { petstore } from './petstore.ts';

const ask = async (
  method: string,
  path: string,
  server = petstore(),
  { fixtures, ...init }: RequestInit & { fixtures?: MockFixtures } = {},
) => {
  const response = await createMockUpstream(
    server,
    fixtures,
  )(new Request(`http://localhost:4010${path}`, { ...init, method }));
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    mark: response.headers.get('x-mock-upstream'),
    text,
  };
};

function httpTool(
  name: string,
  method: string,
  path: string,
  more: Partial<ToolDefinition> = {},
  action: Partial<HttpAction> = {},
): ToolDefinition {
  return {
    name,
    inputSchema: { type: 'object', properties: {} },
    ...more,
    action: {
      kind: 'http',
      upstream: 'api',
      method,
      path,
      parameters: [],
      response: {},
      ...action,
    },
  };
}

describe('the mock upstream', () => {
  test('answers from the document’s example and marks it', async () => {
    expect(await ask('GET', '/v1/pets/7')).toEqual({
      status: 200,
      type: 'application/json',
      mark: 'example',
      text: '{"id":7,"name":"Rex","owner":{"email":"rex@example.com"}}',
    });
  });

  test('makes a response from the schema if there is no example', async () => {
    expect(JSON.parse((await ask('GET', '/v1/pets?limit=1')).text)).toEqual([
      { id: 1, name: 'example', owner: { email: 'user@example.com' } },
    ]);
  });

  test('answers with and without the path of the base URL, deterministically', async () => {
    expect(await ask('GET', '/pets')).toEqual(await ask('GET', '/v1/pets'));
  });

  test('prefers the schema to an example that does not match it', async () => {
    const tools = [
      httpTool(
        'a',
        'GET',
        '/a',
        {
          outputSchema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
        },
        {
          mock: { status: 201, mediaType: 'application/json', body: { n: 'wrong' } },
        },
      ),
    ];
    expect(await ask('GET', '/a', petstore({ tools }))).toMatchObject({
      status: 201,
      text: '{"n":1}',
    });
  });

  test('prefers the most specific path', async () => {
    const text = (body: string): Partial<HttpAction> => ({
      mock: { status: 200, mediaType: 'text/plain', body },
    });
    const tools = [
      httpTool('any', 'GET', '/pets/{id}', {}, text('any')),
      httpTool('part', 'GET', '/pets/{id}.json', {}, text('part')),
      httpTool('mine', 'GET', '/pets/mine', {}, text('mine')),
      httpTool('query', 'GET', '/pets/mine?as=list', {}, text('query')),
    ];
    const server = petstore({ tools });
    expect((await ask('GET', '/pets/7', server)).text).toBe('any');
    expect((await ask('GET', '/pets/7.json', server)).text).toBe('part');
    expect((await ask('GET', '/pets/mine', server)).text).toBe('mine');
    expect((await ask('GET', '/pets/mine?as=list&x=1', server)).text).toBe('query');
    expect((await ask('GET', '/pets/a%2Fb', server)).text).toBe('any');
  });

  test('has no body if the document describes none', async () => {
    expect(await ask('DELETE', '/v1/pets/7')).toMatchObject({ status: 204, type: null, text: '' });
    expect(await ask('HEAD', '/v1/pets/7')).toMatchObject({ status: 200, text: '' });
  });

  test('answers unknown operations with an error', async () => {
    expect(await ask('GET', '/nowhere')).toMatchObject({
      status: 404,
      type: 'application/problem+json',
      mark: 'none',
    });
    expect(await ask('PUT', '/v1/pets/7')).toMatchObject({ status: 404 });
  });

  test.each([
    ['image/png', 'image'],
    ['application/pdf', 'resource'],
    ['text/csv', 'text'],
    ['application/xml', 'text'],
  ])('answers in %s with content of that type', async (mediaType, kind) => {
    const server = petstore({
      tools: [httpTool('a', 'GET', '/a', {}, { mock: { status: 200, mediaType } })],
    });
    const result = await runTool(
      server,
      { name: 'a', arguments: {} },
      contextWith(createMockFetch(server)),
    );
    expect(result.isError).toBeUndefined();
    expect(result.content[0]?.type).toBe(kind);
  });

  test('replaces another MCP server too', async () => {
    const outputSchema: JsonObject = {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer', minimum: 5 } },
    };
    const tool: ToolDefinition = {
      name: 'far',
      inputSchema: { type: 'object' },
      outputSchema,
      action: { kind: 'mcp', upstream: 'api', tool: 'x' },
    };
    const server = petstore({ tools: [tool] });
    const result = await runTool(
      server,
      { name: 'far', arguments: {} },
      contextWith(createMockFetch(server)),
    );
    expect(result.structuredContent).toEqual({ n: 5 });
  });

  test('answers every tool of the pet store with a result that its schema accepts', async () => {
    const server = petstore();
    for (const tool of server.tools) {
      const args = sampleArguments(tool, server.definitions);
      const result = await runTool(
        server,
        { name: tool.name, arguments: args ?? {} },
        contextWith(createMockFetch(server)),
      );
      expect(result.isError, textOf(result)).toBeUndefined();
    }
  });
});

const JSON_BODY = { 'Content-Type': 'application/json' };

describe('an operation of which nobody says what it answers', () => {
  const tools = [
    httpTool('get', 'GET', '/users/{id}'),
    httpTool('set', 'PUT', '/users/{id}', {}, { body: { argument: 'body', contents: [] } }),
    httpTool('drop', 'DELETE', '/users/{id}'),
  ];
  const server = petstore({ tools });

  test('is answered with what the request names, and the answer is marked as a guess', async () => {
    expect(await ask('GET', '/users/7', server)).toMatchObject({
      status: 200,
      mark: 'guess',
      text: '{"id":7}',
    });
    const init = { headers: JSON_BODY, body: '{"name":"Ann"}' };
    expect(await ask('PUT', '/users/a-1', server, init)).toMatchObject({
      status: 200,
      mark: 'guess',
      text: '{"id":"a-1","name":"Ann"}',
    });
  });

  test('has no answer where nothing is sent that it could repeat', async () => {
    expect(await ask('DELETE', '/users/7', server)).toMatchObject({ status: 204, text: '' });
  });
});

describe('answers that were written', () => {
  const fixture = (more: Partial<MockFixture> & { body: MockFixture['body'] }): MockFixture => ({
    upstream: 'api',
    method: 'GET',
    path: '/pets/{petId}',
    status: 200,
    mediaType: 'application/json',
    ...more,
  });
  const written = (...answers: MockFixture[]) => ({ fixtures: { answers, operations: [] } });

  test('precede those that are derived, and the most exact one wins', async () => {
    const given = written(
      fixture({ body: 'any' }),
      fixture({ body: 'seven', when: [{ in: 'path', name: 'petId', value: 7 }] }),
      fixture({ body: 'eight', path: '/pets/8' }),
    );
    const answer = async (path: string) => (await ask('GET', path, petstore(), given)).text;
    expect(await answer('/v1/pets/7')).toBe('"seven"');
    expect(await answer('/v1/pets/8')).toBe('"eight"');
    expect(await answer('/v1/pets/9')).toBe('"any"');
    expect(await ask('GET', '/v1/pets', petstore(), given)).toMatchObject({ mark: 'schema' });
  });

  test('have the status, the headers and the media type that were written', async () => {
    const given = written(
      fixture({
        status: 429,
        mediaType: 'text/plain',
        headers: { 'Retry-After': '3' },
        body: 'Slow',
      }),
    );
    const answer = createMockUpstream(petstore(), given.fixtures);
    const response = await answer(new Request('http://localhost/v1/pets/1'));
    expect(response.status).toBe(429);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/plain',
      'retry-after': '3',
      'x-mock-upstream': 'set',
    });
    expect(await response.text()).toBe('Slow');
  });

  test.each([
    ['query', 'tag', 'a', '/pets/1?tag=a', '/pets/1?tag=b'],
    ['query', 'tag', ['a', 'b'], '/pets/1?tag=a&tag=b', '/pets/1?tag=a'],
    ['query', 'tag', ['a', 'b'], '/pets/1?tag=a,b', '/pets/1'],
    ['header', 'X-Tenant', 'x', { headers: { 'x-tenant': 'x' } }, { headers: { 'x-tenant': 'y' } }],
    [
      'body',
      'name',
      { b: 1, a: 2 },
      { headers: JSON_BODY, body: '{"name":{"a":2,"b":1}}' },
      { headers: JSON_BODY, body: '{"name":1}' },
    ],
    [
      'body',
      'n',
      7,
      { body: new URLSearchParams({ n: '7' }) },
      { body: new URLSearchParams({ n: '8' }) },
    ],
  ] as const)('depend on the %s', async (place, name, value, right, wrong) => {
    const when = [{ in: place, name, value: structuredClone(value) as JsonObject }];
    const given = written(fixture({ method: 'POST', body: 'right', when }));
    const mark = async (sent: string | RequestInit) => {
      const path = typeof sent === 'string' ? sent : '/pets/1';
      const init = typeof sent === 'string' ? {} : sent;
      return (await ask('POST', path, petstore(), { ...given, ...init })).mark;
    };
    expect(await mark(right)).toBe('set');
    expect(await mark(wrong)).toBe('none');
  });

  test('can be those of an operation that no tool has', async () => {
    const given = written(fixture({ path: '/owners', body: [] }));
    expect(await ask('GET', '/v1/owners', petstore(), given)).toMatchObject({
      status: 200,
      text: '[]',
    });
  });
});

describe('an unknown operation', () => {
  test('is told with the closest ones, and how an answer for it is made', async () => {
    const fetch = createMockFetch(petstore());
    const outcome = await fetch('api', { method: 'GET', path: '/pet/7', headers: [] });
    if (!outcome.ok) throw new Error(outcome.message);
    const text = new TextDecoder().decode(outcome.response.body);
    expect(outcome.response.status).toBe(404);
    expect(text).toMatch(/knows no operation GET \/pet\/7\. The closest: GET \/pets\/\{petId\}/);
    expect(text).toContain('set_mock');
  });

  test('is told with the values that the answers set for it need', async () => {
    const when = [{ in: 'query' as const, name: 'q', value: 'x' }];
    const set = { upstream: 'api', method: 'GET', path: '/found', when, status: 200 };
    const answers = [{ ...set, mediaType: 'application/json', body: 1 }];
    const given = { fixtures: { answers, operations: [] } };
    const { text } = await ask('GET', '/v1/found?q=y', petstore(), given);
    expect(text).toContain('GET /found (with other values)');
  });

  test('of an unknown upstream names those that there are', async () => {
    const fetch = createMockFetch(petstore());
    expect(await fetch('apis', { method: 'GET', path: '/', headers: [] })).toMatchObject({
      ok: false,
      message: 'There is no upstream "apis"; there is "api".',
    });
  });

  test('is known where a tool that is not served has it', async () => {
    const [hidden] = [httpTool('hidden', 'GET', '/hidden/{id}')];
    if (hidden?.action.kind !== 'http') throw new Error('An http tool.');
    const fixtures = { answers: [], operations: [{ action: hidden.action }] };
    expect(await ask('GET', '/hidden/1', petstore(), { fixtures })).toMatchObject({ status: 200 });
  });
});
