import type { AuthScheme } from '../definition.ts';
import type { TokenAnswer } from './authorize.ts';
import { describeTokenRefusal, lifetimeOf, requestToken, tokenTextOf } from './token-request.ts';
import type { Send } from './token-request.ts';

export type ClientCredentials = Extract<AuthScheme, { kind: 'oauth2ClientCredentials' }>;

/** Bounds the memory of a process that serves many clients. */
const MAX_TOKENS = 500;

/** Access tokens by their request parameters, including the client's secret. */
export type TokenCache = Map<string, { token: string; expiresAt: number }>;

/**
 * Gets an access token by OAuth 2.0 client credentials (RFC 6749, 4.4), cached while it is valid.
 *
 * @param refresh bypasses the cache, for a token that the API has rejected.
 */
export async function getClientToken(
  send: Send,
  cache: TokenCache,
  refresh: boolean,
  { tokenUrl, scopes }: Pick<ClientCredentials, 'tokenUrl' | 'scopes'>,
  client: { id: string; secret: string },
): Promise<TokenAnswer> {
  const key = JSON.stringify([tokenUrl, scopes, client.id, client.secret]);
  const known = cache.get(key);
  if (!refresh && known !== undefined && known.expiresAt > Date.now()) {
    return { ok: true, token: known.token };
  }
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scopes.length > 0) form.set('scope', scopes.join(' '));
  const answer = await requestToken(send, tokenUrl, form, client);
  const token = tokenTextOf(answer, 'access_token');
  if (token === undefined) {
    return {
      ok: false,
      message: describeTokenRefusal(tokenUrl, answer, "the client's credentials"),
    };
  }
  if (cache.size >= MAX_TOKENS) cache.clear();
  cache.set(key, { token, expiresAt: Date.now() + lifetimeOf(answer) });
  return { ok: true, token };
}
