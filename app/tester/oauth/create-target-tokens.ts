import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import type { AccessTokens } from '#app/mcp-client/connection-options.ts';
import { createOauthSend } from '#app/mcp-client/oauth/create-oauth-send.ts';
import { createOauthTokens } from '#app/mcp-client/oauth/create-oauth-tokens.ts';
import type { OauthSend } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

import { askOnScreen, setSignInProblem } from './sign-in-desk.ts';
import { toOauthSettings } from './to-oauth-settings.ts';
import { createTokenStorage } from './token-storage.ts';

const RELAY_URL = '/api/relay';

/** Sends requests of OAuth from this page, or through our relay as whoever is signed in. */
export function createPageSend({ route }: ServerTarget): OauthSend {
  return createOauthSend({
    fetch: (url, init) => fetch(url, init),
    relayFetch: (url, init) => authorizedFetch(url, init),
    relayUrl: RELAY_URL,
    route,
  });
}

/** Tokens for a server that is asked with OAuth; undefined: it is asked in another way, or with the person's own header. */
export function createTargetTokens(target: ServerTarget): AccessTokens | undefined {
  const isOwn = target.headers.some(({ name }) => name.toLowerCase() === 'authorization');
  if (target.auth.kind !== 'oauth' || isOwn) return undefined;
  return createOauthTokens({
    settings: toOauthSettings(target, location.origin),
    send: createPageSend(target),
    store: createTokenStorage(target.id),
    askPerson: askOnScreen(target.id),
    onEnd: (problem) => setSignInProblem(target.id, problem),
  });
}
