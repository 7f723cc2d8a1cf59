import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { apiKeys } from '#app/api-keys/api-key-table.server.ts';
import type { Role } from '#app/auth/role.ts';
import { accounts, members } from '#app/auth/user-table.server.ts';
import { secrets } from '#app/secrets/secret-table.server.ts';
import { revokeInvitationsOf } from '#app/teams/invitations/invitation-store.server.ts';

/** A member of a team. */
export interface MemberPlace {
  account: string;
  uid: string;
}

/**
 * Gives a member another role, unless they are the last owner, or pay for the team; returns whether they have it.
 * Invitations of who is no owner any more end.
 */
export async function changeRole(
  database: D1Database,
  { account, uid }: MemberPlace,
  role: Role,
  now: number,
): Promise<boolean> {
  const db = drizzle(database);
  const isOwner = sql`EXISTS (SELECT 1 FROM members
    WHERE account_id = ${account} AND uid = ${uid} AND role = 'owner')`;
  const isKept =
    role === 'owner'
      ? sql`1`
      : sql`${hasOtherOwner({ account, uid })} AND NOT ${pays({ account, uid })}`;
  const [changed] = await db.batch([
    db
      .update(members)
      .set({ role })
      .where(and(isMember({ account, uid }), sql`(${members.role} <> 'owner' OR ${isKept})`))
      .returning({ role: members.role }),
    revokeInvitationsOf(db, { account, uid }, now, sql`NOT ${isOwner}`),
  ]);
  return changed.length > 0;
}

/** The outcome of a removal: whether it was done, and the ids of the keys that ended with it. */
interface Removal {
  isDone: boolean;
  keys: string[];
}

/**
 * Takes a member out of a team, unless they are the last owner. With them go their keys of the team, their open
 * invitations, and the team's secrets in chats that they have opened from its projects, whatever those were saved as. All or nothing.
 *
 * @param mayPay whether the member may be who pays, so that nobody does afterwards.
 */
export async function removeMember(
  database: D1Database,
  { account, uid }: MemberPlace,
  { mayPay, now }: { mayPay: boolean; now: number },
): Promise<Removal> {
  const db = drizzle(database);
  const isGone = sql`NOT EXISTS (SELECT 1 FROM members
    WHERE account_id = ${account} AND uid = ${uid})`;
  const isAllowed = sql`(${members.role} <> 'owner' OR ${hasOtherOwner({ account, uid })})
    AND (${mayPay ? 1 : 0} OR NOT ${pays({ account, uid })})`;
  const [removed, keys] = await db.batch([
    db
      .delete(members)
      .where(and(isMember({ account, uid }), isAllowed))
      .returning({ uid: members.uid }),
    db
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(
        and(
          eq(apiKeys.accountId, account),
          eq(apiKeys.createdBy, uid),
          isNull(apiKeys.revokedAt),
          isGone,
        ),
      )
      .returning({ id: apiKeys.id }),
    revokeInvitationsOf(db, { account, uid }, now, isGone),
    db
      .update(accounts)
      .set({ payerUid: null })
      .where(and(eq(accounts.id, account), eq(accounts.payerUid, uid), isGone)),
    db.delete(secrets).where(
      // A chat may have been saved as another project since.
      sql`${secrets.owner} IN (SELECT 'draft:' || drafts.id FROM drafts
        JOIN accounts ON accounts.id = drafts.owner
        JOIN projects ON projects.id IN (drafts.project, ${secrets.project})
        WHERE accounts.personal_uid = ${uid} AND projects.account = ${account}) AND ${isGone}`,
    ),
  ]);
  return { isDone: removed.length > 0, keys: keys.map(({ id }) => id) };
}

/** The other members of a team: owners first, then editors, each in the order in which they joined. */
export function listOthers(database: D1Database, { account, uid }: MemberPlace) {
  return drizzle(database)
    .select({ uid: members.uid, role: members.role })
    .from(members)
    .where(and(eq(members.accountId, account), ne(members.uid, uid)))
    .orderBy(
      sql`CASE ${members.role} WHEN 'owner' THEN 0 WHEN 'editor' THEN 1 ELSE 2 END`,
      asc(members.createdAt),
    );
}

function isMember({ account, uid }: MemberPlace) {
  return and(eq(members.accountId, account), eq(members.uid, uid));
}

function hasOtherOwner({ account, uid }: MemberPlace) {
  return sql`EXISTS (SELECT 1 FROM members AS others
    WHERE others.account_id = ${account} AND others.role = 'owner' AND others.uid <> ${uid})`;
}

function pays({ account, uid }: MemberPlace) {
  return sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${account} AND payer_uid = ${uid})`;
}

/** The members of the team that a user pays for; null: they pay for none. */
export async function countPaidMembers(
  database: D1Database,
  payer: string,
): Promise<number | null> {
  const found = await drizzle(database)
    .select({
      members: sql<number>`(SELECT count(*) FROM members WHERE account_id = ${accounts.id})`,
    })
    .from(accounts)
    .where(eq(accounts.payerUid, payer))
    .get();
  return found?.members ?? null;
}
