import { and, eq, isNotNull, lt, notExists, sql, type SQL } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

import { randomId } from '#app/platform/ids.ts';

import { insertRevocation, matchesRevocation } from './session/revocation-store.server.ts';
import type { SignIn } from './session/session-store.server.ts';
import { sessions } from './session/session-table.server.ts';
import type { TokenClaims } from './token/token-claims.ts';
import type { Role } from './role.ts';
import { accounts, members, users } from './user-table.server.ts';

/** The id of a user's own account; null for who has none yet. */
export async function loadAccountId(database: D1Database, uid: string): Promise<string | null> {
  const found = await drizzle(database)
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.personalUid, uid))
    .get();
  return found?.id ?? null;
}

/**
 * Writes a token's user down, with an account of their own, and gives its id. Null: the sign-in was
 * revoked meanwhile, and nothing was written. The same user twice at a time gets one account.
 */
export async function createAccount(
  database: D1Database,
  claims: TokenClaims,
  now: number,
): Promise<string | null> {
  const db = drizzle(database);
  const [, , , found] = await db.batch([
    ...writeUser(db, claims, now),
    db.select({ id: accounts.id }).from(accounts).where(eq(accounts.personalUid, claims.uid)),
  ]);
  return found[0]?.id ?? null;
}

/**
 * The statements that write a user, their account and their place in it, unless that is revoked. Of
 * two tokens the one that was issued later says who the user is, whichever comes first.
 */
export function writeUser(db: DrizzleD1Database, claims: TokenClaims, now: number) {
  const { uid, email, displayName, photoURL, provider, isEmailVerified } = claims;
  const user = db
    .select({
      uid: text(uid).as('uid'),
      email: text(email).as('email'),
      displayName: text(displayName).as('display_name'),
      photoURL: text(photoURL).as('photo_url'),
      provider: text(provider).as('provider'),
      isEmailVerified: sql<boolean>`${isEmailVerified ? 1 : 0}`.as('is_email_verified'),
      profileIssuedSeconds: sql<number>`${claims.issuedAtSeconds}`.as('profile_issued_seconds'),
      createdAt: sql<number>`${now}`.as('created_at'),
      deletionStartedAt: sql<null>`null`.as('deletion_started_at'),
    })
    .from(sql`(select 1)`)
    .where(notExists(matchesRevocation(db, claims)));
  const account = db
    .select({
      id: text(randomId()).as('id'),
      kind: sql<'personal'>`'personal'`.as('kind'),
      name: text(displayName ?? email ?? 'Personal').as('name'),
      personalUid: users.uid,
      createdAt: sql<number>`${now}`.as('created_at'),
      payerUid: sql<null>`null`.as('payer_uid'),
    })
    .from(users)
    .where(eq(users.uid, uid));
  const member = db
    .select({
      accountId: accounts.id,
      uid: text(uid).as('uid'),
      role: sql<'owner'>`'owner'`.as('role'),
      createdAt: sql<number>`${now}`.as('created_at'),
    })
    .from(accounts)
    .where(eq(accounts.personalUid, uid));
  return [
    db
      .insert(users)
      .select(user)
      // A user who signs in again wants to stay.
      .onConflictDoUpdate({
        target: users.uid,
        set: { ...newestProfile(), deletionStartedAt: null },
      }),
    db.insert(accounts).select(account).onConflictDoNothing(),
    db.insert(members).select(member).onConflictDoNothing(),
  ] as const;
}

/**
 * The profile columns of a user's row after a token has come: the values of the newer of the two.
 */
function newestProfile() {
  const pick = (column: SQLiteColumn) => {
    const name = sql.identifier(column.name);
    const isNewer = sql`excluded.profile_issued_seconds >= ${users.profileIssuedSeconds}`;
    return sql`case when ${isNewer} then excluded.${name} else ${column} end`;
  };
  return {
    email: pick(users.email),
    displayName: pick(users.displayName),
    photoURL: pick(users.photoURL),
    provider: pick(users.provider),
    isEmailVerified: pick(users.isEmailVerified),
    profileIssuedSeconds: pick(users.profileIssuedSeconds),
  };
}

/** The user whose plan an account has: its own one, or the owner who pays for a team; null: there is none. */
export async function loadPayer(database: D1Database, accountId: string): Promise<string | null> {
  return (await loadAccountPayer(database, accountId))?.payer ?? null;
}

/** The kind of an account, and the user whose plan it has; null: there is no such account. */
export async function loadAccountPayer(
  database: D1Database,
  accountId: string,
): Promise<{ kind: 'personal' | 'team'; payer: string | null } | null> {
  const found = await drizzle(database)
    .select({ kind: accounts.kind, own: accounts.personalUid, payer: accounts.payerUid })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return found ? { kind: found.kind, payer: found.own ?? found.payer } : null;
}

/** The role of a user in an account; null if the user has none. */
export async function loadRole(
  database: D1Database,
  accountId: string,
  uid: string,
): Promise<Role | null> {
  const found = await drizzle(database)
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.accountId, accountId), eq(members.uid, uid)))
    .get();
  return found?.role ?? null;
}

/** Marks a user for deletion, and ends every sign-in until now, the one that asks among them. */
export async function startDeletion(
  database: D1Database,
  signIn: SignIn,
  now: number,
): Promise<void> {
  const db = drizzle(database);
  const { uid } = signIn;
  await db.batch([
    insertRevocation(db, signIn, now),
    db.update(users).set({ deletionStartedAt: now }).where(eq(users.uid, uid)),
    db.delete(sessions).where(eq(sessions.uid, uid)),
  ]);
}

/** Takes the mark of deletion away again. */
export async function cancelDeletion(database: D1Database, uid: string): Promise<void> {
  await drizzle(database).update(users).set({ deletionStartedAt: null }).where(eq(users.uid, uid));
}

/** Whether a user is marked for deletion. */
export async function isBeingDeleted(database: D1Database, uid: string): Promise<boolean> {
  const found = await drizzle(database)
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.uid, uid), isNotNull(users.deletionStartedAt)))
    .get();
  return found !== undefined;
}

/** Users whose deletion began before a time and did not end. */
export async function listHalfDeleted(database: D1Database, before: number): Promise<string[]> {
  const rows = await drizzle(database)
    .select({ uid: users.uid })
    .from(users)
    .where(lt(users.deletionStartedAt, before))
    .limit(MAX_LISTED);
  return rows.map(({ uid }) => uid);
}

/** Removes a user who is marked for deletion, with all rows that refer to them. */
export async function removeUser(database: D1Database, uid: string): Promise<void> {
  await drizzle(database)
    .delete(users)
    .where(and(eq(users.uid, uid), isNotNull(users.deletionStartedAt)));
}

const MAX_LISTED = 50;

function text<Value extends string | null>(value: Value): SQL<Value> {
  return sql<Value>`${value}`;
}
