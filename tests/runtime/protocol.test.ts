import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ClientOptions } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';

import type { ServerDefinition } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock-upstream.ts';
import { createProtocol } from '#app/runtime/protocol.ts';
import { runTool } from '#app/runtime/run-tool.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { ToolRunner } from '#app/runtime/tool-context.ts';

import { petstore } from './petstore.ts';

const ADDRESS = 'https://mcp.example.com/mcp';

function serve(definition: ServerDefinition, runner?: ToolRunner) {
  const fetch = createMockFetch(definition);
  return createProtocol({
    served: toServedDefinition(definition),
    runTool: runner ?? ((call, client) => runTool(definition, call, { ...client, fetch })),
    hosts: ['mcp.example.com'],
    origins: ['https://app.example.com'],
  });
}

const eras = [
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
  ['2025-11-25', { mode: 'legacy' }],
] as const;

async function connect(
  answer: (request: Request) => Promise<Response>,
  versionNegotiation: ClientOptions['versionNegotiation'],
  capabilities: ClientOptions['capabilities'] = {},
) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation, capabilities },
  );
  const transport = new StreamableHTTPClientTransport(new URL(ADDRESS), {
    fetch: (url, init) => answer(new Request(url, init)),
  });
  await client.connect(transport);
  return client;
}

describe.each(eras)('a client of %s', (_, negotiation) => {
  test('learns who the server is, what it can, and how to use it', async () => {
    const client = await connect(serve(petstore()), negotiation);
    expect(client.getServerVersion()).toMatchObject({
      name: 'petstore',
      title: 'Pet store',
      version: '1.2.3',
    });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getInstructions()).toBe('List before you fetch.');
  });

  test('lists tools in their order, with only the definitions that each reaches', async () => {
    const client = await connect(serve(petstore()), negotiation);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_pets',
      'get_pet',
      'create_pet',
      'delete_pet',
    ]);
    expect(tools[0]).toMatchObject({ title: 'List pets', annotations: { readOnlyHint: true } });
    expect(tools[0]?.inputSchema).toEqual(petstore().tools[0]?.inputSchema);
    expect(Object.keys(tools[1]?.outputSchema?.['$defs'] ?? {})).toEqual(['Pet', 'Owner']);
    expect(tools[1]?.inputSchema).not.toHaveProperty('$defs');
  });

  test('calls a tool and gets structured content with a text mirror', async () => {
    const client = await connect(serve(petstore()), negotiation);
    await client.listTools();
    const result = await client.callTool({ name: 'get_pet', arguments: { petId: 7 } });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({ id: 7, name: 'Rex' });
    expect(result.content).toEqual([
      { type: 'text', text: JSON.stringify(result.structuredContent) },
    ]);
  });

  test('gets a protocol error for a tool that is not there', async () => {
    const client = await connect(serve(petstore()), negotiation);
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: nope'),
    });
  });
});
