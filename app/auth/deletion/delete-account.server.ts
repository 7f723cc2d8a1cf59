import type {
  AccountLifecycle,
  AccountLifecycleBindings,
} from '#app/auth/account-lifecycle.server.ts';
import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { revokeAll } from '#app/auth/session/revocation-store.server.ts';
import { isRevoked } from '#app/auth/session/session-store.server.ts';
import { readBearer } from '#app/auth/token/bearer.ts';
import type { TokenClaims } from '#app/auth/token/token-claims.ts';
import { verifyToken } from '#app/auth/token/verify-token.server.ts';
import {
  cancelDeletion,
  isBeingDeleted,
  listHalfDeleted,
  loadAccountId,
  removeUser,
  startDeletion,
} from '#app/auth/user-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { deleteUser, lookUpUser, type IdentityFailure } from './identity-toolkit.server.ts';

/** As Firebase itself asks for before it deletes a user. */
const RECENT_SECONDS = 5 * 60;

/** Many drafts take longer; then the answer is that of a failure, and the work goes on. */
const FINISH_TIMEOUT_MS = 3_000;

/** A deletion that began so long ago and did not end is finished by the sweep. */
const UNFINISHED_MS = 10 * 60 * 1_000;

export type DeletionFailure =
  | AuthFailure
  | { reason: 'recentLoginRequired' }
  | { reason: 'identityUnavailable' }
  /** These teams would be without an owner. */
  | { reason: 'ownsTeams'; teams: string[] };

/**
 * Deletes the user of a bearer token who signed in just now: at Firebase, and here with account,
 * sessions, drafts and their secrets. Steps that fail are finished by a repetition with the same
 * token, or by the hourly sweep; living tokens of the user are refused from the start.
 */
export async function deleteAccount(
  app: AppContext,
  request: Request,
  accountLifecycle: AccountLifecycle,
  now: Clock = systemClock,
): Promise<Result<null, DeletionFailure>> {
  const bearer = readBearer(request);
  if (!bearer.ok) return bearer;
  if (bearer.value === null) return fail({ reason: 'signedOut' });
  const claims = await verifyToken(app, bearer.value, now);
  if (!claims.ok) return claims;
  const age = Math.floor(now() / 1_000) - claims.value.authTimeSeconds;
  if (age > RECENT_SECONDS) return fail({ reason: 'recentLoginRequired' });

  const found = await lookUpUser(app, bearer.value);
  const isGone = !found.ok && found.reason === 'userMissing';
  try {
    if (!found.ok && !isGone) return await refuse(app, claims.value, found, now);
    if (!isGone && (await isEnded(app, claims.value))) return fail({ reason: 'revoked' });
    const teams = isGone ? [] : await accountLifecycle.listHolds(app.env, claims.value.uid);
    if (teams.length > 0) return fail({ reason: 'ownsTeams', teams });
    await startDeletion(app.env.DB, claims.value, now());
    const deleted = isGone ? succeed(null) : await deleteUser(app, bearer.value);
    if (!deleted.ok && deleted.reason !== 'userMissing') {
      if (deleted.reason === 'identityUnavailable') return deleted;
      await cancelDeletion(app.env.DB, claims.value.uid);
      return await refuse(app, claims.value, deleted, now);
    }
    const finished = finish(app.env, claims.value.uid, accountLifecycle);
    app.waitUntil(finished.catch(() => {}));
    await withTimeout(finished, FINISH_TIMEOUT_MS);
    return succeed(null);
  } catch (error) {
    app.log.error('account.undeleted', { error });
    return fail({ reason: 'storeUnavailable' });
  }
}

/**
 * Deletes what is kept of a user, at an operator's wish: all of it but their sign-in at Firebase, which only the user
 * or Firebase's console ends. What does not end in time is finished by the sweep.
 */
export async function deleteAccountOf(
  app: AppContext,
  uid: string,
  accountLifecycle: AccountLifecycle,
  now: Clock = systemClock,
): Promise<Result<null, { reason: 'ownsTeams'; teams: string[] }>> {
  const teams = await accountLifecycle.listHolds(app.env, uid);
  if (teams.length > 0) return fail({ reason: 'ownsTeams', teams });
  await startDeletion(app.env.DB, { uid, authTimeSeconds: 0 }, now());
  const finished = finish(app.env, uid, accountLifecycle).catch((error: unknown) =>
    app.log.error('account.undeleted', { error }),
  );
  app.waitUntil(finished);
  await withTimeout(finished, FINISH_TIMEOUT_MS).catch(() => {});
  return succeed(null);
}

/**
 * Finishes deletions that stopped on the way, and returns how many. Users who have signed in since
 * then stay.
 */
export async function finishDeletions(
  env: AccountLifecycleBindings,
  accountLifecycle: AccountLifecycle,
  now: number,
): Promise<number> {
  const uids = await listHalfDeleted(env.DB, now - UNFINISHED_MS);
  const failures: unknown[] = [];
  for (const uid of uids) {
    // One that fails again must not keep the others waiting.
    await finish(env, uid, accountLifecycle).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Users could not be removed.');
  return uids.length;
}

/** A sign-in that was ended here deletes nothing, except that it goes on with what it began. */
async function isEnded({ env }: Pick<AppContext, 'env'>, claims: TokenClaims): Promise<boolean> {
  if (!(await isRevoked(env.DB, claims))) return false;
  return !(await isStillWanted(env, claims.uid));
}

/**
 * Maps a failure of Firebase. If it says that the user is disabled or gone, their sessions end here
 * too.
 */
async function refuse(
  { env }: Pick<AppContext, 'env'>,
  claims: TokenClaims,
  failure: IdentityFailure,
  now: Clock,
): Promise<Result<never, DeletionFailure>> {
  switch (failure.reason) {
    case 'userDisabled':
    case 'userMissing':
      await revokeAll(env.DB, claims, now());
      return fail({ reason: 'revoked' });
    case 'tokenRefused':
      return fail({ reason: 'invalidToken', why: 'Firebase does not take it any more' });
    case 'recentLoginRequired':
    case 'identityUnavailable':
      return fail({ reason: failure.reason });
  }
}

/**
 * Continues while the mark of deletion is there: a user who signs in meanwhile removes it, and
 * stays.
 */
async function finish(
  env: AccountLifecycleBindings,
  uid: string,
  accountLifecycle: AccountLifecycle,
): Promise<void> {
  if (!(await isStillWanted(env, uid))) return;
  const account = await loadAccountId(env.DB, uid);
  if (!(await isStillWanted(env, uid))) return;
  if (account !== null) await accountLifecycle.remove(env, account);
  // While the mark is there, what fails here is tried again.
  await accountLifecycle.revoke(env, uid);
  await removeUser(env.DB, uid);
  await accountLifecycle.forget(env, uid);
}

function isStillWanted({ DB }: Pick<Env, 'DB'>, uid: string): Promise<boolean> {
  return isBeingDeleted(DB, uid);
}
