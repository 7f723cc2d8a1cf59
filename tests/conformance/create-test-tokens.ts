import type { AccessTokens } from '#app/mcp-client/connection-options.ts';
import { createOauthSend } from '#app/mcp-client/oauth/create-oauth-send.ts';
import { createOauthTokens } from '#app/mcp-client/oauth/create-oauth-tokens.ts';
import type { KeptAuthorization } from '#app/mcp-client/oauth/oauth-store.ts';
import { fail, succeed } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

/** The client that the suite's servers know by its document. */
const CLIENT_DOCUMENT = 'https://conformance-test.local/client-metadata.json';
const REDIRECT_URI = 'http://localhost:3000/callback';

/** Tokens by our own flow of OAuth, of a person who allows everything. */
export function createTestTokens(serverUrl: string, given: JsonObject): AccessTokens {
  let kept: KeptAuthorization | null = null;
  const { client_id: clientId = '', client_secret: clientSecret = '' } = given;
  return createOauthTokens({
    settings: {
      serverUrl,
      headers: {},
      registration: 'auto',
      clientId: typeof clientId === 'string' ? clientId : '',
      clientSecret: typeof clientSecret === 'string' ? clientSecret : '',
      scope: '',
      method: null,
      issuer: '',
      redirectUri: REDIRECT_URI,
      clientDocument: CLIENT_DOCUMENT,
    },
    send: createOauthSend({
      fetch: (url, init) => fetch(url, init),
      relayUrl: null,
      route: 'direct',
    }),
    store: {
      read: () => kept,
      write: (next) => {
        kept = next;
      },
    },
    askPerson: async ({ url }) => {
      const page = await fetch(url, { redirect: 'manual' });
      const place = page.headers.get('location');
      if (place !== null) return succeed(new URL(place).search.slice(1));
      return fail({ reason: 'denied', message: `The page answered with ${page.status}.` });
    },
  });
}
