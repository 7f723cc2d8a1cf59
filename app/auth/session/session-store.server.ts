import { and, desc, eq, gt, lte, notExists, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { accounts, users } from '#app/auth/user-table.server.ts';

import { matchesRevocation } from './revocation-store.server.ts';
import { IDLE_MS } from './session-lifetime.ts';
import { sessions } from './session-table.server.ts';

/** One sign-in of a user: sessions belong to it, and it can be revoked. */
export interface SignIn {
  uid: string;
  /** The token's `auth_time`. */
  authTimeSeconds: number;
}

export type UserSession = typeof sessions.$inferSelect;

/** A session that has not ended, with its user and the user's own account. */
export interface LiveSession {
  session: UserSession;
  user: typeof users.$inferSelect;
  accountId: string;
}

/** Whether tokens of this sign-in are refused: it was ended, or every one until then was. */
export async function isRevoked(database: D1Database, signIn: SignIn): Promise<boolean> {
  const found = await matchesRevocation(drizzle(database), signIn).limit(1).get();
  return found !== undefined;
}

/** The session of a cookie, unless it has ended in any way. */
export async function loadSession(
  database: D1Database,
  hash: string,
  now: number,
): Promise<LiveSession | null> {
  const db = drizzle(database);
  const found = await db
    .select({ session: sessions, user: users, accountId: accounts.id })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.uid))
    .innerJoin(accounts, eq(accounts.personalUid, sessions.uid))
    .where(
      and(
        eq(sessions.hash, hash),
        gt(sessions.expiresAt, now),
        gt(sessions.seenAt, now - IDLE_MS),
        notExists(matchesRevocation(db, sessions)),
      ),
    )
    .get();
  return found ?? null;
}

/** Remembers that a session is in use. */
export async function markSeen(database: D1Database, hash: string, now: number): Promise<void> {
  await drizzle(database).update(sessions).set({ seenAt: now }).where(eq(sessions.hash, hash));
}

/** Ends the session of a cookie. */
export async function endSession(database: D1Database, hash: string): Promise<void> {
  await drizzle(database).delete(sessions).where(eq(sessions.hash, hash));
}

/** The live sessions of a user, the one that was used last first. */
export async function listSessions(
  database: D1Database,
  uid: string,
  now: number,
): Promise<UserSession[]> {
  return drizzle(database)
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.uid, uid), gt(sessions.expiresAt, now), gt(sessions.seenAt, now - IDLE_MS)),
    )
    .orderBy(desc(sessions.seenAt));
}

/** A user's session by the id of lists. */
export async function findSession(
  database: D1Database,
  uid: string,
  id: string,
): Promise<UserSession | null> {
  const found = await drizzle(database)
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), eq(sessions.id, id)))
    .get();
  return found ?? null;
}

/** Removes sessions that have ended by themselves, and says how many. */
export async function sweepSessions(database: D1Database, now: number): Promise<number> {
  const removed = await drizzle(database)
    .delete(sessions)
    .where(or(lte(sessions.expiresAt, now), lte(sessions.seenAt, now - IDLE_MS)));
  return removed.meta.changes;
}
