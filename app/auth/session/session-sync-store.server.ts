import { and, desc, eq, exists, lte, ne, notExists, notInArray, or, sql } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import type { TokenClaims } from '#app/auth/token/token-claims.ts';
import { writeUser } from '#app/auth/user-store.server.ts';
import { accounts, users } from '#app/auth/user-table.server.ts';
import { randomId } from '#app/platform/ids.ts';

import { matchesRevocation } from './revocation-store.server.ts';
import { IDLE_MS, toExpiry } from './session-lifetime.ts';
import type { UserSession } from './session-store.server.ts';
import { sessions } from './session-table.server.ts';

/** The data a browser presents to get a session, or to keep the one it has. */
export interface Sync {
  claims: TokenClaims;
  /** Hash of the session cookie that came along; null: none. */
  presented: string | null;
  /** Hash of the secret that a new session would get. */
  fresh: string;
  device: string;
}

/**
 * The most sessions of a user, so that no list grows without end; the most recently synced ones
 * stay.
 */
const MAX_SESSIONS = 50;

/**
 * Writes down that a browser showed a fresh token, all or nothing: its user, their account, and the
 * session. The session of the cookie is kept if it is of the same sign-in, else it ends and a new one
 * begins. Null: the sign-in is revoked; then the cookie's session ends and nothing else is written.
 */
export async function syncSession(
  database: D1Database,
  sync: Sync,
  now: number,
): Promise<{ session: UserSession; accountId: string } | null> {
  const db = drizzle(database);
  const known = sync.presented ?? '';
  const isKnown = eq(sessions.hash, known);
  const [, , , , , , , found] = await db.batch([
    ...writeUser(db, sync.claims, now),
    db.delete(sessions).where(and(isKnown, isOver(db, sync.claims, now))),
    db.update(sessions).set({ seenAt: now, syncedAt: now }).where(isKnown),
    db.insert(sessions).select(selectNew(db, sync, now)),
    db.delete(sessions).where(isSurplus(db, sync.claims.uid)),
    db
      // A batch gives rows by column name: both ids under one name would be one.
      .select({ session: sessions, accountId: sql<string>`${accounts.id}`.as('account_id') })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.personalUid, sessions.uid))
      .where(or(isKnown, eq(sessions.hash, sync.fresh))),
  ]);
  return found[0] ?? null;
}

/** A session that this token cannot keep up: of another sign-in, or at its end. */
function isOver(db: DrizzleD1Database, claims: TokenClaims, now: number) {
  return or(
    ne(sessions.uid, claims.uid),
    ne(sessions.authTimeSeconds, claims.authTimeSeconds),
    lte(sessions.expiresAt, now),
    lte(sessions.seenAt, now - IDLE_MS),
    exists(matchesRevocation(db, claims)),
  );
}

/** The row of a new session, unless the cookie's was kept or the sign-in is revoked. */
function selectNew(db: DrizzleD1Database, sync: Sync, now: number) {
  const { claims, fresh, device, presented } = sync;
  const kept = db
    .select({ found: sql`1` })
    .from(sessions)
    .where(eq(sessions.hash, presented ?? ''));
  return db
    .select({
      hash: sql<string>`${fresh}`.as('hash'),
      id: sql<string>`${randomId()}`.as('id'),
      uid: users.uid,
      authTimeSeconds: sql<number>`${claims.authTimeSeconds}`.as('auth_time_seconds'),
      device: sql<string>`${device}`.as('device'),
      createdAt: sql<number>`${now}`.as('created_at'),
      seenAt: sql<number>`${now}`.as('seen_at'),
      syncedAt: sql<number>`${now}`.as('synced_at'),
      expiresAt: sql<number>`${toExpiry(claims.authTimeSeconds, now)}`.as('expires_at'),
    })
    .from(users)
    .where(
      and(eq(users.uid, claims.uid), notExists(matchesRevocation(db, claims)), notExists(kept)),
    );
}

function isSurplus(db: DrizzleD1Database, uid: string) {
  const latest = db
    .select({ hash: sessions.hash })
    .from(sessions)
    .where(eq(sessions.uid, uid))
    .orderBy(desc(sessions.syncedAt))
    .limit(MAX_SESSIONS);
  return and(eq(sessions.uid, uid), notInArray(sessions.hash, latest));
}
