import { describe, expect, test } from 'vitest';

import type { HttpAction, JsonObject, ToolDefinition } from '#app/runtime/definition.ts';
import { createMockFetch, createMockUpstream } from '#app/runtime/mock/mock-upstream.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, textOf } from './context.ts';
import { petstore } from './petstore.ts';

const ask = async (method: string, path: string, server = petstore()) => {
  const response = await createMockUpstream(server)(
    new Request(`http://localhost:4010${path}`, { method }),
  );
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
      mark: 'true',
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
      mark: 'true',
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
