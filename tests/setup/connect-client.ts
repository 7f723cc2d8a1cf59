import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const ERAS = ['legacy', 'modern'] as const;
export type Era = (typeof ERAS)[number];

/** Revision of the modern era. */
const MODERN = '2026-07-28';

/** Connects the official client, in one of the protocol's two eras. */
export async function connectClient(
  endpoint: string | URL,
  era: Era,
  headers: Record<string, string> = {},
): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: MODERN };
  const client = new Client(
    { name: 'journey', version: '1.0.0' },
    { versionNegotiation: { mode } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }),
  );
  return client;
}
