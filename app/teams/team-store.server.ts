import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { accounts, members, users } from '#app/auth/user-table.server.ts';
import { projects } from '#app/projects/project-table.server.ts';

/** A team as it is stored. */
export interface StoredTeam {
  id: string;
  name: string;
  payer: string | null;
}

/** A team; null: there is none with this id. */
export async function loadTeam(database: D1Database, id: string): Promise<StoredTeam | null> {
  const found = await drizzle(database)
    .select({ id: accounts.id, name: accounts.name, payer: accounts.payerUid })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.kind, 'team')))
    .get();
  return found ?? null;
}

/** Makes a team whose owner pays for it, unless they pay for one already; returns whether it was made. */
export async function insertTeam(
  database: D1Database,
  { id, name, payer }: StoredTeam & { payer: string },
  now: number,
): Promise<boolean> {
  const db = drizzle(database);
  const [made] = await db.batch([
    db
      .insert(accounts)
      .values({ id, kind: 'team', name, personalUid: null, createdAt: now, payerUid: payer })
      .onConflictDoNothing()
      .returning({ id: accounts.id }),
    db
      .insert(members)
      .select(
        sql`SELECT id, ${payer}, 'owner', ${now} FROM accounts
          WHERE id = ${id} AND payer_uid = ${payer}`,
      )
      .onConflictDoNothing(),
  ]);
  return made.length > 0;
}

export async function renameTeam(database: D1Database, id: string, name: string): Promise<void> {
  const isTeam = and(eq(accounts.id, id), eq(accounts.kind, 'team'));
  await drizzle(database).update(accounts).set({ name }).where(isTeam);
}

/**
 * Deletes a team that has no projects, with its members, invitations and keys; returns whether it did. Projects that
 * were deleted already go with it.
 */
export async function deleteTeam(database: D1Database, id: string): Promise<boolean> {
  const deleted = await drizzle(database)
    .delete(accounts)
    .where(
      and(
        eq(accounts.id, id),
        eq(accounts.kind, 'team'),
        sql`NOT EXISTS (SELECT 1 FROM projects WHERE account = ${id} AND deleted_at IS NULL)`,
      ),
    )
    .returning({ id: accounts.id });
  return deleted.length > 0;
}

/** Deletes a team, whatever it has. */
export async function removeTeam(database: D1Database, id: string): Promise<void> {
  const isTeam = and(eq(accounts.id, id), eq(accounts.kind, 'team'));
  await drizzle(database).delete(accounts).where(isTeam);
}

/** Lets an owner pay for a team from now on, unless they pay for another one; returns whether they do. */
export async function setPayer(database: D1Database, id: string, uid: string): Promise<boolean> {
  const set = await drizzle(database)
    .update(accounts)
    .set({ payerUid: uid })
    .where(
      and(
        eq(accounts.id, id),
        eq(accounts.kind, 'team'),
        sql`EXISTS (SELECT 1 FROM members
          WHERE account_id = ${id} AND uid = ${uid} AND role = 'owner')
          AND NOT EXISTS (SELECT 1 FROM accounts WHERE payer_uid = ${uid} AND id <> ${id})`,
      ),
    )
    .returning({ id: accounts.id });
  return set.length > 0;
}

/** How many projects a team has; deleted ones count for nothing. */
export async function countTeamProjects(database: D1Database, id: string): Promise<number> {
  const row = await drizzle(database)
    .select({ number: count() })
    .from(projects)
    .where(and(eq(projects.account, id), isNull(projects.deletedAt)))
    .get();
  return row?.number ?? 0;
}

/** The members of a team with their profiles, in the order in which they joined. */
export function listMembers(database: D1Database, id: string) {
  return drizzle(database)
    .select({
      uid: members.uid,
      name: users.displayName,
      email: users.email,
      role: members.role,
      joinedAt: members.createdAt,
    })
    .from(members)
    .innerJoin(users, eq(users.uid, members.uid))
    .where(eq(members.accountId, id))
    .orderBy(asc(members.createdAt), asc(members.uid));
}

/** How many members a team has. */
export async function countMembers(database: D1Database, id: string): Promise<number> {
  const row = await drizzle(database)
    .select({ number: count() })
    .from(members)
    .where(eq(members.accountId, id))
    .get();
  return row?.number ?? 0;
}
