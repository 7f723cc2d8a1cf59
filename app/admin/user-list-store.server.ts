import { count, desc, eq, gt, max, or, sql, type AnyColumn } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { sessions } from '#app/auth/session/session-table.server.ts';
import { accounts, users } from '#app/auth/user-table.server.ts';
import { subscriptions } from '#app/billing/subscription-table.server.ts';
import { suspensions } from '#app/controls/control-table.server.ts';

import type { UserPage } from './listed-user.ts';

const PAGE = 50;

/** Users whose address, name or id contains the text; all of them for an empty one. */
export async function findUsers(
  database: D1Database,
  query: string,
  now: number,
): Promise<UserPage> {
  const db = drizzle(database);
  const living = db
    .select({
      uid: sessions.uid,
      seenAt: max(sessions.seenAt).as('seen_at'),
      open: count().as('open'),
    })
    .from(sessions)
    .where(gt(sessions.expiresAt, now))
    .groupBy(sessions.uid)
    .as('living');
  const rows = await db
    .select({
      user: users,
      seenAt: living.seenAt,
      open: living.open,
      tier: subscriptions.tier,
      isActive: subscriptions.isActive,
      suspension: suspensions,
    })
    .from(users)
    .leftJoin(accounts, eq(accounts.personalUid, users.uid))
    .leftJoin(living, eq(living.uid, users.uid))
    .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .leftJoin(suspensions, eq(suspensions.uid, users.uid))
    .where(query === '' ? undefined : matches(query))
    .orderBy(desc(users.createdAt), users.uid)
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE).map(({ user, seenAt, open, tier, isActive, suspension }) => ({
    uid: user.uid,
    email: user.email,
    name: user.displayName,
    provider: user.provider,
    isEmailVerified: user.isEmailVerified,
    createdAt: user.createdAt,
    seenAt,
    sessions: open ?? 0,
    tier: isActive && tier !== null ? tier : 'free',
    isBeingDeleted: user.deletionStartedAt !== null,
    suspension: suspension && { reason: suspension.reason, at: suspension.suspendedAt },
  }));
  return { users: page, hasMore: rows.length > PAGE };
}

function matches(query: string) {
  // D1 takes no pattern for LIKE that is longer than 50 bytes.
  const contains = (column: AnyColumn) => sql`instr(lower(${column}), lower(${query})) > 0`;
  return or(contains(users.email), contains(users.displayName), eq(users.uid, query));
}
