import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { createTargetTokens } from '#app/tester/oauth/create-target-tokens.ts';

const RELAY_URL = '/api/relay';

/** A connection that asks from this page, or through our relay as whoever is signed in. */
export function createTesterConnection(target: ServerTarget): ServerConnection {
  const tokens = createTargetTokens(target);
  return createConnection(target, {
    ...(tokens === undefined ? {} : { tokens }),
    relayUrl: RELAY_URL,
    relayFetch: (url, init) => authorizedFetch(url, init),
  });
}
