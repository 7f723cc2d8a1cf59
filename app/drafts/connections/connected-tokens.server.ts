import type { AppContext } from '#app/platform/app-context.ts';
import { PATIENT_MS } from '#app/platform/stores/limit-stub.server.ts';
import type { UserToken, UserTokens, WantedToken } from '#app/runtime/upstream/user-tokens.ts';

import { toConnectionStub, type TokenWish } from './connection-stub.server.ts';

/** Number of access tokens that an isolate keeps. */
const MAX_TOKENS = 500;

/** Of one call, by the owners of the secrets that it uses. */
interface TokensOfCall extends Pick<TokenWish, 'clientOwner' | 'blueprint' | 'caller'> {
  /** Owner of a refresh token with this name: the server, or the user who calls. */
  ownerOf: (secret: string) => string;
}

/** By all secrets that lead to them, so that who has others never gets them. */
const known = new Map<string, Extract<UserToken, { ok: true }>>();

/**
 * Gives the calls of a server the access tokens of its connections: of this isolate while they are valid,
 * otherwise of the object of their owner, which alone buys new ones.
 */
export function createConnectedTokens(
  app: Pick<AppContext, 'env' | 'origin'>,
  { ownerOf, clientOwner, blueprint, caller }: TokensOfCall,
): UserTokens {
  return async (wanted) => {
    const owner = ownerOf(wanted.scheme.refreshTokenSecret);
    const key = toKey(owner, wanted);
    const token = known.get(key);
    if (token && token.expiresAt > Date.now() && !wanted.rejected.includes(token.token)) {
      return token;
    }
    known.delete(key);
    // It waits for the API's sign-in, and for purchases before this one.
    const got = await toConnectionStub(app.env, owner, PATIENT_MS).getToken({
      owner,
      clientOwner,
      blueprint,
      caller,
      place: { upstream: wanted.upstream.id, scheme: wanted.scheme.id },
      rejected: [...wanted.rejected],
      origin: app.origin,
    });
    if (!got.ok) return { ok: false, message: got.message };
    const fresh = { ok: true as const, token: got.token, expiresAt: got.expiresAt };
    if (known.size >= MAX_TOKENS) known.clear();
    known.set(key, fresh);
    return fresh;
  };
}

function toKey(owner: string, { upstream, scheme, client, refreshToken }: WantedToken): string {
  const { tokenUrl } = scheme;
  return JSON.stringify([owner, upstream.id, tokenUrl, client.id, client.secret, refreshToken]);
}
