// #region connect
import {
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

type Fetch = (request: Request) => Promise<Response>;

/** The official client, whose requests go to the handler directly. */
export async function connect(
  answer: Fetch,
  mode: 'legacy' | { pin: string },
) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(
      new URL('https://mcp.example.com/mcp'),
      {
        fetch: (url, init) => answer(new Request(url, init)),
      },
    ),
  );
  return client;
}
// #endregion
