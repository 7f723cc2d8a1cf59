import { and, eq, gte, lt, or, sql, type SQLWrapper } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import { revocations, sessions } from './session-table.server.ts';
import type { SignIn } from './session-store.server.ts';

/** Ends one sign-in of a user: its sessions go, and its tokens are refused. */
export async function revokeSignIn(
  database: D1Database,
  { uid, authTimeSeconds }: SignIn,
  now: number,
): Promise<void> {
  const db = drizzle(database);
  const row = { uid, scope: 'one' as const, authTimeSeconds, revokedAt: now };
  await db.batch([
    db.insert(revocations).values(row).onConflictDoNothing(),
    db
      .delete(sessions)
      .where(and(eq(sessions.uid, uid), eq(sessions.authTimeSeconds, authTimeSeconds))),
  ]);
}

/** Ends every sign-in of a user until now, the one that asks for it among them. */
export async function revokeAll(database: D1Database, signIn: SignIn, now: number): Promise<void> {
  const db = drizzle(database);
  await db.batch([
    insertRevocation(db, signIn, now),
    db.delete(sessions).where(eq(sessions.uid, signIn.uid)),
  ]);
}

/** The statement that refuses the tokens of every sign-in of a user until now, this one included. */
export function insertRevocation(db: DrizzleD1Database, signIn: SignIn, now: number) {
  const { uid } = signIn;
  // Our clock may be behind the one that dated the sign-in.
  const authTimeSeconds = Math.max(Math.floor(now / 1_000), signIn.authTimeSeconds);
  const row = { uid, scope: 'upTo' as const, authTimeSeconds, revokedAt: now };
  return db.insert(revocations).values(row).onConflictDoNothing();
}

/** Forgets revocations from before a time; tokens of sign-ins so old must be refused by their age. */
export async function sweepRevocations(database: D1Database, before: number): Promise<void> {
  await drizzle(database).delete(revocations).where(lt(revocations.revokedAt, before));
}

/** Selects a row for each revocation that hits a sign-in; columns of an outer query do as well. */
export function matchesRevocation(
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
