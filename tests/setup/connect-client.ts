import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from '@modelcontextprotocol/client';

export const ERAS = ['legacy', 'modern'] as const;
export type Era = (typeof ERAS)[number];

/** Revision of the modern era. */
const MODERN = '2026-07-28';

/** Takes every result for valid, and says nothing of formats that it does not know. */
const LENIENT: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: () => (input) => ({
    valid: true,
    data: JSON.parse(JSON.stringify(input ?? null)),
    errorMessage: undefined,
  }),
};

/** The official client in the newest era; results are looked at by who asked, whatever their schema says. */
export function connectLeniently(
  endpoint: string | URL,
  headers: Record<string, string>,
): Promise<Client> {
  return connectClient(endpoint, 'modern', headers, { jsonSchemaValidator: LENIENT });
}

/** Connects the official client, in one of the protocol's two eras. */
export async function connectClient(
  endpoint: string | URL,
  era: Era,
  headers: Record<string, string> = {},
  options: ClientOptions = {},
): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: MODERN };
  const client = new Client(
    { name: 'journey', version: '1.0.0' },
    { versionNegotiation: { mode }, ...options },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }),
  );
  return client;
}
