import type { AppContext } from '#app/platform/app-context.ts';
import type { UserToken, UserTokens, WantedToken } from '#app/runtime/upstream/user-tokens.ts';

import { toConnectionStub } from './connection-stub.server.ts';

/** Number of access tokens that an isolate keeps. */
const MAX_TOKENS = 500;

/** By all secrets that lead to them, so that who has others never gets them. */
const known = new Map<string, Extract<UserToken, { ok: true }>>();

/**
 * Gives the calls of a draft the access tokens of its connections: of this isolate while they are valid,
 * otherwise of the draft's own object, which alone buys new ones.
 */
export function createConnectedTokens(
  app: Pick<AppContext, 'env' | 'origin'>,
  draft: string,
): UserTokens {
  return async (wanted) => {
    const key = toKey(draft, wanted);
    const token = known.get(key);
    if (token && token.expiresAt > Date.now() && !wanted.rejected.includes(token.token)) {
      return token;
    }
    known.delete(key);
    const got = await toConnectionStub(app.env, draft).getToken({
      draft,
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

function toKey(draft: string, { upstream, scheme, client, refreshToken }: WantedToken): string {
  const { tokenUrl } = scheme;
  return JSON.stringify([draft, upstream.id, tokenUrl, client.id, client.secret, refreshToken]);
}
