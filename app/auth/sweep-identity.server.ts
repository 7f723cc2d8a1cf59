import type { AccountLifecycle, AccountLifecycleBindings } from './account-lifecycle.server.ts';
import { finishDeletions } from './deletion/delete-account.server.ts';
import { sweepRevocations } from './session/revocation-store.server.ts';
import { ABSOLUTE_MS } from './session/session-lifetime.ts';
import { sweepSessions } from './session/session-store.server.ts';

/** Clocks may be apart; a day is plenty. */
const GRACE_MS = 24 * 60 * 60 * 1_000;

export interface SweptIdentity {
  sessions: number;
  users: number;
}

/**
 * Removes sessions that have ended, revocations that hit no token any more because its sign-in is
 * too old anyway, and users whose deletion stopped on the way.
 */
export async function sweepIdentity(
  env: AccountLifecycleBindings,
  accountLifecycle: AccountLifecycle,
  now: number,
): Promise<SweptIdentity> {
  const sessions = await sweepSessions(env.DB, now);
  await sweepRevocations(env.DB, now - ABSOLUTE_MS - GRACE_MS);
  return { sessions, users: await finishDeletions(env, accountLifecycle, now) };
}
