import { describe, expect, test } from 'vitest';

import type { JsonObject, ServerDefinition } from '#app/runtime/definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';

import { serve } from './connect.ts';
import { contextWith, recordingUpstream, textOf } from './context.ts';
import { petstore } from './petstore.ts';

/** A server whose tools are those of another one. */
function proxy(...tools: string[]): ServerDefinition {
  const definition = petstore();
  return {
    ...definition,
    upstreams: [
      {
        id: 'far',
        baseUrl: 'https://mcp.example.com/mcp',
        allowedHosts: ['mcp.example.com'],
        auth: [],
        security: [],
      },
    ],
    tools: tools.map((tool) => ({
      name: `far_${tool}`,
      inputSchema: { type: 'object' },
      action: { kind: 'mcp', upstream: 'far', tool },
    })),
  };
}

function call(fetch: (request: Request) => Promise<Response>, tool: string, args: JsonObject) {
  const definition = proxy(tool);
  const { upstreams, policies } = definition;
  const upstream = createUpstreamFetch({ upstreams, policies, secrets: () => undefined, fetch });
  return runTool(definition, { name: `far_${tool}`, arguments: args }, contextWith(upstream));
}

describe('a tool of another MCP server', () => {
  test('is called in the newest revision', async () => {
    const result = await call(serve(petstore()), 'get_pet', { petId: 7 });
    expect(result).toMatchObject({ structuredContent: { id: 7, name: 'Rex' } });
    expect(result.isError).toBeUndefined();
  });

  test('reports its own errors', async () => {
    const result = await call(serve(petstore()), 'get_pet', {});
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('$.petId is required');
    expect(textOf(await call(serve(petstore()), 'nope', {}))).toBe(
      'The other server rejected the call: Unknown tool: nope',
    );
  });

  test('of a server of 2025 with sessions is called after the handshake', async () => {
    const seen: string[] = [];
    const old = async (request: Request) => {
      const message = JSON.parse(await request.text());
      const session = request.headers.get('Mcp-Session-Id');
      seen.push(`${message.method} ${session ?? '-'}`);
      if (message.method === 'initialize') {
        const result = {
          protocolVersion: '2025-06-18',
          capabilities: {},
          serverInfo: { name: 'old', version: '1' },
        };
        return Response.json(
          { jsonrpc: '2.0', id: message.id, result },
          { headers: { 'Mcp-Session-Id': 's1' } },
        );
      }
      if (session !== 's1') return new Response('No session', { status: 400 });
      if (message.method === 'notifications/initialized')
        return new Response(null, { status: 202 });
      expect(request.headers.get('MCP-Protocol-Version')).toBe('2025-06-18');
      const result = { content: [{ type: 'text', text: `old ${message.params.arguments.a}` }] };
      const note = { jsonrpc: '2.0', method: 'notifications/message', params: {} };
      const stream = `event: message\ndata: ${JSON.stringify(note)}\n\nevent: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n\n`;
      return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
    };
    expect(await call(old, 'x', { a: 1 })).toEqual({ content: [{ type: 'text', text: 'old 1' }] });
    expect(seen).toEqual([
      'tools/call -',
      'initialize -',
      'notifications/initialized s1',
      'tools/call s1',
    ]);
  });

  test('is not called twice after its own failure', async () => {
    let calls = 0;
    const result = await call(
      async () => {
        calls += 1;
        return Response.json({
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32603, message: 'Broken.' },
        });
      },
      'x',
      {},
    );
    expect(textOf(result)).toBe('The other server rejected the call: Broken.');
    expect(calls).toBe(1);
  });

  test.each([
    ['a page', '<html>', 'text/html', 200, 'did not answer with an MCP message'],
    [
      'a failure',
      'down',
      'text/plain',
      503,
      'The API answered 503 Service Unavailable to the call.',
    ],
    ['no permission', '', '', 401, 'The API answered 401 Unauthorized'],
    [
      'a question',
      '{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}}',
      'application/json',
      200,
      'cannot be passed on',
    ],
  ])('that answers with %s is an error', async (_, body, type, status, expected) => {
    const { fetch } = recordingUpstream(body, type, status);
    const result = await runTool(proxy('x'), { name: 'far_x', arguments: {} }, contextWith(fetch));
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(expected);
  });

  test('passes its blocks on, unknown kinds as text', async () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'image', data: 'AQID', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'x://y', text: 'z' } },
      { type: 'resource_link', uri: 'x://y', name: 'y', mimeType: 'text/plain', size: 5 },
      { type: 'hologram', uri: 'x://y' },
    ];
    const answer = { jsonrpc: '2.0', id: 1, result: { content } };
    const { fetch } = recordingUpstream(JSON.stringify(answer));
    const result = await runTool(proxy('x'), { name: 'far_x', arguments: {} }, contextWith(fetch));
    expect(result.content.slice(0, 4)).toEqual(content.slice(0, 4));
    expect(result.content[4]).toEqual({ type: 'text', text: JSON.stringify(content[4]) });
  });

  test('is not called twice after a failure of its run', async () => {
    const methods: string[] = [];
    const result = await call(
      async (request) => {
        const message: { method: string } = await request.json();
        methods.push(message.method);
        const error = { code: -32_000, message: 'The disk is full.' };
        return Response.json({ jsonrpc: '2.0', id: 1, error });
      },
      'save',
      {},
    );
    expect(methods).toEqual(['tools/call']);
    expect(textOf(result)).toContain('The disk is full.');
  });
});
