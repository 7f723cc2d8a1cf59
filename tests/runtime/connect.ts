import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ClientOptions } from '@modelcontextprotocol/client';

import type { ServerDefinition } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { UpstreamFetch } from '#app/runtime/tool-context.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

const ADDRESS = 'https://mcp.example.com/mcp';

/** Both eras, as the official client names them. */
export const eras = [
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
  ['2025-11-25', { mode: 'legacy' }],
] as const;

/** Both halves in one process, as the exported entry joins them. */
export function serve(definition: ServerDefinition, fetch?: UpstreamFetch) {
  const upstream = fetch ?? createMockFetch(definition);
  return createProtocol({
    served: toServedDefinition(definition),
    runTool: (call, client) => runTool(definition, call, { ...client, fetch: upstream }),
    hosts: ['mcp.example.com'],
    origins: [],
  });
}

/** The official client, connected without a network. */
export async function connect(
  answer: (request: Request) => Promise<Response>,
  versionNegotiation: ClientOptions['versionNegotiation'],
  prepare: (client: Client) => void = () => {},
  capabilities: ClientOptions['capabilities'] = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation, capabilities },
  );
  prepare(client);
  const transport = new StreamableHTTPClientTransport(new URL(ADDRESS), {
    fetch: (url, init) => answer(withLength(new Request(url, init), init?.body)),
  });
  await client.connect(transport);
  return client;
}

/** As a request over a network: that says how long it is. */
function withLength(request: Request, body: RequestInit['body']): Request {
  if (typeof body !== 'string') return request;
  request.headers.set('content-length', String(new TextEncoder().encode(body).length));
  return request;
}
