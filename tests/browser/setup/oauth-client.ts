import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';

/** A client on somebody's machine, as editors are: it opens a browser, and waits for the way back. */
export interface EditorClient {
  /** Connects with what it knows; where that is refused, the address that the user has to visit. */
  connect: () => Promise<{ client: Client } | { address: string }>;
  /** Takes the code that the browser has brought back. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
}

/** The official client, which registers, signs in and stores its tokens by itself. */
export async function openEditor(endpoint: string): Promise<EditorClient> {
  const returned = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.end('You can close this page.');
    if (url.pathname === '/callback') returned.resolve(url.searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const redirectUrl = `http://127.0.0.1:${port}/callback`;
  let address = '';
  const provider = keepTokens(redirectUrl, (url) => (address = url.href));
  let transport: StreamableHTTPClientTransport | null = null;
  return {
    async connect() {
      transport = new StreamableHTTPClientTransport(new URL(endpoint), { authProvider: provider });
      const client = new Client({ name: 'editor', version: '1.0.0' });
      try {
        await client.connect(transport);
        return { client };
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
        return { address };
      }
    },
    async finish() {
      const query = await returned.promise;
      await transport?.finishAuth(query);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function keepTokens(redirectUrl: string, onRedirect: (url: URL) => void): OAuthClientProvider {
  let known: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  let verifier = '';
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Editor',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientInformation: () => known,
    saveClientInformation: (information) => void (known = information),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: onRedirect,
    saveCodeVerifier: (code) => void (verifier = code),
    codeVerifier: () => verifier,
  };
}
