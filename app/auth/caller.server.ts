import { findUserSuspension } from '#app/controls/current-controls.server.ts';
import { isSwitchedOff } from '#app/controls/refuse-switched-off.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { AuthFailure } from './auth-problem.server.ts';
import { readBearer } from './token/bearer.ts';
import { requireBearer } from './token/check-bearer.server.ts';
import { getGuest, type Guest } from './guest.server.ts';
import { hashSessionSecret, readSessionSecret } from './session/session-cookie.server.ts';
import { loadSession } from './session/session-store.server.ts';
import type { TokenClaims } from './token/token-claims.ts';
import { reaches, type Role } from './role.ts';
import { createAccount, loadAccountId, loadRole } from './user-store.server.ts';
import { isStale, noteSeen } from './session/viewer.server.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

/** A signed-in user who calls our own APIs. */
export interface UserCaller {
  kind: 'user';
  uid: string;
  /** The user's own account. */
  accountId: string;
  email: string | null;
  isEmailVerified: boolean;
  provider: string;
  authTimeSeconds: number;
  via: 'bearer' | 'session';
  /** A session that only greets: nothing private may be shown before the next token sync. */
  isStale: boolean;
}

/** The caller of our own APIs. */
export type Caller = UserCaller | { kind: 'guest'; guest: Guest } | { kind: 'nobody' };

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Identifies the caller: by the ID token if there is a bearer token, and a bad one is refused
 * whatever else comes with it; otherwise by the session cookie, then by the guest cookie. Call it
 * behind the CSRF check only.
 */
export async function identify(
  app: App,
  request: Request,
  now: Clock = systemClock,
): Promise<Result<Caller, AuthFailure>> {
  const bearer = readBearer(request);
  if (!bearer.ok) return bearer;
  if (bearer.value !== null) return identifyBearer(app, request, now);
  const secret = readSessionSecret(request);
  if (secret !== null) {
    const caller = await identifySession(app, await hashSessionSecret(secret), now);
    if (!caller.ok) return caller;
    const mayGoOn = SAFE_METHODS.has(request.method);
    if (caller.value?.isStale && !mayGoOn) return fail({ reason: 'staleSession' });
    if (caller.value) return succeed(caller.value);
  }
  const guest = await getGuest(app, request, now);
  return succeed(guest ? { kind: 'guest', guest } : { kind: 'nobody' });
}

/**
 * Requires a signed-in user for a request behind the protected screens: not an anonymous one, and
 * not a password user whose address is not verified.
 */
export async function requireUser(
  app: App,
  request: Request,
  now: Clock = systemClock,
): Promise<Result<UserCaller, AuthFailure>> {
  const caller = await identify(app, request, now);
  if (!caller.ok) return caller;
  if (caller.value.kind !== 'user') return fail({ reason: 'signedOut' });
  const { provider, isEmailVerified } = caller.value;
  if (caller.value.isStale) return fail({ reason: 'staleSession' });
  if (provider === 'anonymous') return fail({ reason: 'anonymous' });
  if (provider === 'password' && !isEmailVerified) return fail({ reason: 'emailUnverified' });
  return succeed(caller.value);
}

/** Whether a caller has at least this role in an account; for everybody else it does not exist. */
export async function requireRole(
  app: Pick<App, 'env' | 'log'>,
  caller: Caller,
  accountId: string,
  role: Role,
): Promise<Result<void, AuthFailure>> {
  if (caller.kind !== 'user') return fail({ reason: 'forbidden' });
  const held = await findRole(app, caller, accountId);
  if (!held.ok) return held;
  return reaches(held.value, role) ? succeed(undefined) : fail({ reason: 'forbidden' });
}

/** The role of a user in an account; null: none. In their own one nobody is asked. */
export async function findRole(
  app: Pick<App, 'env' | 'log'>,
  user: { uid: string; accountId: string | null },
  accountId: string,
): Promise<Result<Role | null, AuthFailure>> {
  if (user.accountId === accountId) return succeed('owner');
  try {
    return succeed(await loadRole(app.env.DB, accountId, user.uid));
  } catch (error) {
    return answerStore(app, error);
  }
}

async function identifyBearer(
  app: App,
  request: Request,
  now: Clock,
): Promise<Result<UserCaller, AuthFailure>> {
  const claims = await requireBearer(app, request, now);
  if (!claims.ok) return claims;
  try {
    const account = await requireAccount(app, claims.value, now);
    if (!account.ok) return account;
    const accountId = account.value;
    if (accountId === null) return fail({ reason: 'revoked' });
    const { uid, email, isEmailVerified, provider, authTimeSeconds } = claims.value;
    const user = { uid, email, isEmailVerified, provider, authTimeSeconds };
    return succeed({ kind: 'user', ...user, accountId, via: 'bearer', isStale: false });
  } catch (error) {
    return answerStore(app, error);
  }
}

/** A token may come before its first sync: then the account is made here, unless operators let nobody make one. */
async function requireAccount(
  app: App,
  claims: TokenClaims,
  now: Clock,
): Promise<Result<string | null, AuthFailure>> {
  const known = await loadAccountId(app.env.DB, claims.uid);
  if (known !== null) return succeed(known);
  if (await isSwitchedOff(app, 'newAccounts')) return fail({ reason: 'accountsClosed' });
  return succeed(await createAccount(app.env.DB, claims, now()));
}

async function identifySession(
  app: App,
  hash: string,
  now: Clock,
): Promise<Result<UserCaller | null, AuthFailure>> {
  try {
    const found = await loadSession(app.env.DB, hash, now());
    if (found === null) return succeed(null);
    const suspension = await findUserSuspension(app, found.user.uid);
    if (suspension) return fail({ reason: 'suspended', why: suspension.reason });
    noteSeen(app, found, now());
    const { uid, email, isEmailVerified, provider } = found.user;
    const { authTimeSeconds } = found.session;
    const user = { uid, email, isEmailVerified, provider, authTimeSeconds };
    const { accountId } = found;
    const stale = isStale(found, now());
    return succeed({ kind: 'user', ...user, accountId, via: 'session', isStale: stale });
  } catch (error) {
    return answerStore(app, error);
  }
}

function answerStore(app: Pick<App, 'log'>, error: unknown) {
  app.log.error('auth.storeUnavailable', { error });
  return fail({ reason: 'storeUnavailable' });
}
