import { and, eq, gt, gte, notExists, or, sql, type SQLWrapper } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import { IDLE_MS } from './session-lifetime.ts';
import { revocations, sessions } from './session-table.server.ts';
import { accounts, users } from './user-table.server.ts';

/** One time that a user signed in: what a session belongs to, and what can be revoked. */
export interface SignIn {
  uid: string;
  /** The token's `auth_time`. */
  authTimeSeconds: number;
}

/** A session that has not ended, with its user and the user's own account. */
export interface LiveSession {
  session: typeof sessions.$inferSelect;
  user: typeof users.$inferSelect;
  accountId: string;
}

/** Whether tokens of this sign-in are refused: it was ended, or every one until then was. */
export async function isRevoked(database: D1Database, signIn: SignIn): Promise<boolean> {
  const db = drizzle(database);
  const found = await selectRevocations(db, signIn).limit(1).get();
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
        notExists(selectRevocations(db, sessions)),
      ),
    )
    .get();
  return found ?? null;
}

/** Remembers that a session is in use. */
export async function markSeen(database: D1Database, hash: string, now: number): Promise<void> {
  await drizzle(database).update(sessions).set({ seenAt: now }).where(eq(sessions.hash, hash));
}

function selectRevocations(
  db: DrizzleD1Database,
  { uid, authTimeSeconds }: Record<keyof SignIn, SQLWrapper | string | number>,
) {
  const exactly = and(
    eq(revocations.scope, 'one'),
    eq(revocations.authTimeSeconds, sql`${authTimeSeconds}`),
  );
  const upTo = and(
    eq(revocations.scope, 'upTo'),
    gte(revocations.authTimeSeconds, sql`${authTimeSeconds}`),
  );
  return db
    .select({ found: sql`1` })
    .from(revocations)
    .where(and(eq(revocations.uid, sql`${uid}`), or(exactly, upTo)));
}
