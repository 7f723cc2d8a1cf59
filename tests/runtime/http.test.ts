import { describe, expect, test } from 'vitest';

import type { ServerDefinition } from '#app/runtime/definition.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { ToolRunner } from '#app/runtime/tool-context.ts';

import { petstore } from './petstore.ts';

const ADDRESS = 'https://mcp.example.com/mcp';
const VERSION = '2026-07-28';

const never: ToolRunner = async () => {
  throw new Error('No tool was expected to run.');
};

const serve = (definition: ServerDefinition = petstore(), runTool: ToolRunner = never) =>
  createProtocol({
    served: toServedDefinition(definition),
    runTool,
    hosts: ['mcp.example.com', 'other.example.com:8443'],
    origins: ['https://app.example.com'],
  });

/** A message of 2026-07-28. */
function message(
  method: string,
  params: object = {},
  headers: { [name: string]: string } = {},
  init: RequestInit = {},
) {
  const name = (params as { name?: string; uri?: string }).name ?? (params as { uri?: string }).uri;
  return new Request(ADDRESS, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...(name === undefined ? {} : { 'Mcp-Name': name }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': VERSION,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
    ...init,
  });
}

/** The JSON-RPC answer to a message. */
async function answerOf(request: Request, definition?: ServerDefinition) {
  const response = await serve(definition)(request);
  const answer: { result?: unknown; error?: unknown } = JSON.parse(await response.text());
  return answer;
}

describe('who may call', () => {
  test.each([
    ['mcp.example.com', 200],
    ['MCP.example.com:443', 200],
    ['localhost:5173', 200],
    ['127.0.0.1', 200],
    ['[::1]:3000', 200],
    ['other.example.com:8443', 200],
    ['other.example.com', 403],
    ['evil.example', 403],
    ['mcp.example.com.evil.example', 403],
    ['mcp.example.com@evil.example', 403],
    ['', 403],
  ])('by the host %j: %d', async (host, status) => {
    const response = await serve()(message('tools/list', {}, { Host: host }));
    expect(response.status).toBe(status);
  });

  test.each([
    ['https://app.example.com', 200],
    ['https://mcp.example.com', 200],
    ['http://localhost:6274', 200],
    ['http://[::1]:1', 200],
    ['https://evil.example', 403],
    ['http://app.example.com', 403],
    ['https://app.example.com:8443', 403],
    ['https://localhost.evil.example', 403],
    ['null', 403],
    ['file://', 403],
  ])('from the origin %s: %d', async (origin, status) => {
    const response = await serve()(message('tools/list', {}, { Origin: origin }));
    expect(response.status).toBe(status);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(
      status === 200 ? origin : null,
    );
  });

  test.each(['GET', 'DELETE', 'PUT', 'HEAD'])('by %s is rejected', async (method) => {
    const response = await serve()(new Request(ADDRESS, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS');
  });

  test('is answered to a preflight', async () => {
    const preflight = (origin: string) =>
      serve()(
        new Request(ADDRESS, {
          method: 'OPTIONS',
          headers: {
            Origin: origin,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'mcp-method, Mcp-Param-Region, x-evil',
          },
        }),
      );
    const response = await preflight('https://app.example.com');
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example.com');
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe(
      'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, ' +
        'mcp-session-id, last-event-id, mcp-param-region',
    );
    expect(response.headers.get('Vary')).toBe('Origin');
    expect((await preflight('https://evil.example')).status).toBe(403);
  });

  test('lists the headers that a page may read', async () => {
    const response = await serve()(
      message('tools/list', {}, { Origin: 'https://app.example.com' }),
    );
    expect(response.headers.get('Access-Control-Expose-Headers')).toBe(
      'mcp-session-id, mcp-protocol-version, www-authenticate',
    );
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});

describe('a message', () => {
  test('gets a result with its type, and the cache lifetime of a list', async () => {
    const { result } = await answerOf(message('tools/list'));
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' });
  });

  test('whose headers contradict it is rejected', async () => {
    const response = await serve()(message('tools/list', {}, { 'Mcp-Method': 'tools/call' }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32020 } });
  });

  test('of an unknown revision is rejected', async () => {
    const request = message('tools/list');
    const body = (await request.text()).replaceAll(VERSION, '2099-01-01');
    const headers = {
      ...Object.fromEntries(request.headers),
      'mcp-protocol-version': '2099-01-01',
    };
    const response = await serve()(new Request(ADDRESS, { method: 'POST', headers, body }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32022 } });
  });

  test.each([
    ['no JSON', '{', 'application/json', 400],
    ['another type', '{}', 'text/plain', 415],
    ['too much', ' '.repeat(11_000_000), 'application/json', 413],
  ])('that is %s is rejected', async (_, body, type, status) => {
    const headers = { 'Content-Type': type, Accept: 'application/json, text/event-stream' };
    expect((await serve()(new Request(ADDRESS, { method: 'POST', headers, body }))).status).toBe(
      status,
    );
  });

  test('for a capability that the server lacks finds no method', async () => {
    const response = await serve()(message('prompts/list'));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: -32601 } });
  });

  test('of 2025 needs no handshake and no session', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/list', params: {} });
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    };
    const response = await serve()(new Request(ADDRESS, { method: 'POST', headers, body }));
    const text = await response.text();
    expect(response.headers.get('Mcp-Session-Id')).toBeNull();
    expect(text).toContain('"name":"list_pets"');
    expect(text).not.toContain('ttlMs');
  });

  test('whose sender disconnects aborts the tool', async () => {
    const client = new AbortController();
    let markAborted = () => {};
    const aborted = new Promise<void>((resolve) => {
      markAborted = resolve;
    });
    const hangs: ToolRunner = async (_, { signal }) => {
      signal.addEventListener('abort', () => markAborted());
      client.abort();
      return await new Promise(() => {});
    };
    const request = message(
      'tools/call',
      { name: 'list_pets', arguments: {} },
      {},
      { signal: client.signal },
    );
    void serve(petstore(), hangs)(request).catch(() => {});
    await expect(aborted).resolves.toBeUndefined();
  });

  test('whose tool cannot be run gets an error without internal details', async () => {
    const { error } = await answerOf(message('tools/call', { name: 'list_pets', arguments: {} }));
    expect(error).toEqual({ code: -32603, message: 'The tool list_pets could not be run.' });
  });
});

describe('a list that is long', () => {
  const many = petstore({
    tools: Array.from({ length: 600 }, (_, index) => ({
      ...petstore().tools[0]!,
      name: `tool_${String(index).padStart(3, '0')}`,
      description: 'x'.repeat(1_000),
    })),
  });

  test('comes in pages, each within the limit, complete and in order', async () => {
    const answer = serve(many);
    const names: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
      const response = await answer(message('tools/list', cursor === undefined ? {} : { cursor }));
      const text = await response.text();
      const { result } = JSON.parse(text);
      names.push(...result.tools.map(({ name }: { name: string }) => name));
      sizes.push(text.length);
      cursor = result.nextCursor;
    }
    expect(names).toEqual(many.tools.map(({ name }) => name));
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(257 * 1024);
  });

  test.each(['nonsense', 'page-0', 'page-99', 'page-1x', ''])(
    'refuses the cursor %j',
    async (cursor) => {
      const { error } = await answerOf(message('tools/list', { cursor }), many);
      expect(error).toMatchObject({ code: -32602 });
    },
  );
});
