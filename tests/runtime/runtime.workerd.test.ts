import { expect, test } from 'vitest';

import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';

import { contextWith, recordingUpstream, textOf } from './context.ts';
import { petstore } from './petstore.ts';

const definition = petstore();
const fetchMock = createMockFetch(definition);
const answer = createProtocol({
  served: toServedDefinition(definition),
  runTool: (call, client) => runTool(definition, call, { ...client, fetch: fetchMock }),
  hosts: ['mcp.example.com'],
  origins: [],
});

function post(body: object, headers: { [name: string]: string }): Promise<Response> {
  return answer(
    new Request('https://mcp.example.com/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    }),
  );
}

const call = { name: 'get_pet', arguments: { petId: 7 } };

test('a tool is called in the protocol of 2026', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await post(
    { method: 'tools/call', params: { ...call, _meta: meta } },
    { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'get_pet' },
  );
  expect(await response.json()).toMatchObject({
    result: { resultType: 'complete', structuredContent: { id: 7, name: 'Rex' } },
  });
});

test('a tool is called in the protocol of 2025', async () => {
  const response = await post(
    { method: 'tools/call', params: call },
    { 'MCP-Protocol-Version': '2025-11-25' },
  );
  expect(response.headers.get('Content-Type')).toBe('text/event-stream');
  expect(await response.text()).toContain('"structuredContent":{"id":7,"name":"Rex"');
});

test('texts in legacy charsets are read', async () => {
  const { fetch } = recordingUpstream(new Uint8Array([0x47, 0xfc]), 'text/csv; charset=iso-8859-1');
  const server = petstore({ tools: petstore().tools.slice(2) });
  const result = await runTool(
    server,
    { name: 'delete_pet', arguments: { petId: 1 } },
    contextWith(fetch),
  );
  expect(textOf(result)).toBe('Gü');
});

test('a call to an upstream that never answers times out', async () => {
  const upstreams = definition.upstreams.map((one) => ({ ...one, timeoutMs: 20 }));
  const send = createUpstreamFetch({
    upstreams,
    policies: definition.policies,
    secrets: () => 'some-secret',
    fetch: () => new Promise<Response>(() => {}),
  });
  const outcome = await send('api', { method: 'GET', path: '/pets', headers: [] });
  expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
});
