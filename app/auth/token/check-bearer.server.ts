import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { isSignInTooOld } from '#app/auth/session/session-lifetime.ts';
import { isRevoked } from '#app/auth/session/session-store.server.ts';
import { findUserSuspension } from '#app/controls/current-controls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fail, type Result } from '#app/platform/result.ts';

import { readBearer } from './bearer.ts';
import type { TokenClaims } from './token-claims.ts';
import { verifyToken } from './verify-token.server.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

const READING_METHODS = new Set(['GET', 'HEAD']);

/**
 * Who the bearer token of a request speaks for: verified, of a sign-in at most 30 days old that was
 * not ended here. While the database is away reading goes on without that last check; writing fails.
 */
export async function requireBearer(
  app: App,
  request: Request,
  now: Clock = systemClock,
): Promise<Result<TokenClaims, AuthFailure>> {
  const bearer = readBearer(request);
  if (!bearer.ok) return bearer;
  if (bearer.value === null) return fail({ reason: 'signedOut' });
  const verified = await verifyToken(app, bearer.value, now);
  if (!verified.ok) return verified;
  const suspension = await findUserSuspension(app, verified.value.uid);
  if (suspension) return fail({ reason: 'suspended', why: suspension.reason });
  const failure = await findSignInFault(app, verified.value, now);
  if (!failure) return verified;
  const mayGoOn = failure.reason === 'storeUnavailable' && READING_METHODS.has(request.method);
  return mayGoOn ? verified : fail(failure);
}

/** Why the sign-in behind a good token no longer counts, or null. */
export async function findSignInFault(
  app: Pick<App, 'env' | 'log'>,
  claims: Pick<TokenClaims, 'uid' | 'authTimeSeconds'>,
  now: Clock = systemClock,
): Promise<AuthFailure | null> {
  const { uid, authTimeSeconds } = claims;
  if (isSignInTooOld(authTimeSeconds, now())) return { reason: 'signInTooOld' };
  try {
    const isOver = await isRevoked(app.env.DB, { uid, authTimeSeconds });
    return isOver ? { reason: 'revoked' } : null;
  } catch (error) {
    app.log.warn('auth.revocationsUnknown', { error });
    return { reason: 'storeUnavailable' };
  }
}
