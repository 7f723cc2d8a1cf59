import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import { accounts, members } from '#app/auth/user-table.server.ts';

import { invitations } from './invitation-table.server.ts';
import type { PendingInvitation } from './invitation.ts';

/** Links of a team that may be open at once. */
export const MAX_PENDING = 50;

export type StoredInvitation = typeof invitations.$inferSelect;
type NewStoredInvitation = Omit<StoredInvitation, 'acceptedAt' | 'acceptedBy' | 'revokedAt'>;

/** The invitation with this hash, whatever became of it, and the name of its team. */
export async function findInvitation(
  database: D1Database,
  hash: string,
): Promise<{ invitation: StoredInvitation; team: string } | null> {
  const found = await drizzle(database)
    .select({ invitation: invitations, team: accounts.name })
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.accountId))
    .where(eq(invitations.hash, hash))
    .get();
  return found ?? null;
}

/** The invitations into a team that may still be accepted, newest first. */
export function listPending(
  database: D1Database,
  account: string,
  now: number,
): Promise<PendingInvitation[]> {
  const { id, email, role, createdAt, expiresAt } = invitations;
  return drizzle(database)
    .select({ id, email, role, createdAt, expiresAt })
    .from(invitations)
    .where(and(eq(invitations.accountId, account), isPending(now)))
    .orderBy(desc(invitations.createdAt))
    .limit(MAX_PENDING);
}

/**
 * Adds an invitation in the place of an older one for the same address, unless the team has {@link MAX_PENDING}
 * already, or who invites is no owner any more; returns whether it was added. All or nothing.
 */
export async function insertInvitation(
  database: D1Database,
  { id, accountId, email, role, hash, createdBy, createdAt, expiresAt }: NewStoredInvitation,
): Promise<boolean> {
  const db = drizzle(database);
  const others = sql`(SELECT count(*) FROM invitations WHERE account_id = ${accountId}
    AND email <> ${email} AND accepted_at IS NULL AND revoked_at IS NULL
    AND expires_at > ${createdAt})`;
  const [added] = await db.batch([
    db
      .insert(invitations)
      .select(
        sql`SELECT ${id}, ${accountId}, ${email}, ${role}, ${hash}, ${createdBy}, ${createdAt},
          ${expiresAt}, NULL, NULL, NULL WHERE ${others} < ${MAX_PENDING}
          AND EXISTS (SELECT 1 FROM members WHERE account_id = ${accountId} AND uid = ${createdBy}
            AND role = 'owner')`,
      )
      .returning({ id: invitations.id }),
    db
      .update(invitations)
      .set({ revokedAt: createdAt })
      .where(
        and(
          eq(invitations.accountId, accountId),
          eq(invitations.email, email),
          isPending(createdAt),
          sql`${invitations.id} <> ${id}
            AND EXISTS (SELECT 1 FROM invitations WHERE id = ${id})`,
        ),
      ),
  ]);
  return added.length > 0;
}

/** Ends an invitation of this team; false: there is none, or it was accepted. A second time changes nothing. */
export async function revokeInvitation(
  database: D1Database,
  { account, id }: { account: string; id: string },
  now: number,
): Promise<boolean> {
  const ended = await drizzle(database)
    .update(invitations)
    .set({ revokedAt: sql`coalesce(${invitations.revokedAt}, ${now})` })
    .where(
      and(
        eq(invitations.accountId, account),
        eq(invitations.id, id),
        isNull(invitations.acceptedAt),
      ),
    )
    .returning({ id: invitations.id });
  return ended.length > 0;
}

/**
 * Makes a user a member by an invitation that is still open, while the team has a seat left; returns whether this call
 * did. All in one: of several at the same moment no more join than there are seats, and each link works once.
 */
export async function acceptInvitation(
  database: D1Database,
  { id, accountId }: Pick<StoredInvitation, 'id' | 'accountId'>,
  { uid, seats }: { uid: string; seats: number },
  now: number,
): Promise<boolean> {
  const db = drizzle(database);
  const [used] = await db.batch([
    db
      .update(invitations)
      .set({ acceptedAt: now, acceptedBy: uid })
      .where(
        and(
          eq(invitations.id, id),
          isPending(now),
          sql`NOT EXISTS (SELECT 1 FROM members WHERE account_id = ${accountId} AND uid = ${uid})
            AND (SELECT count(*) FROM members WHERE account_id = ${accountId}) < ${seats}`,
        ),
      )
      .returning({ id: invitations.id }),
    db
      .insert(members)
      .select(
        sql`SELECT account_id, accepted_by, role, accepted_at FROM invitations
          WHERE id = ${id} AND accepted_by = ${uid} AND accepted_at = ${now}`,
      )
      .onConflictDoNothing(),
  ]);
  return used.length > 0;
}

/** The statement that ends the open invitations that a user has made, where something holds. */
export function revokeInvitationsOf(
  db: DrizzleD1Database,
  { account, uid }: { account: string; uid: string },
  now: number,
  where: ReturnType<typeof sql>,
) {
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(
        eq(invitations.accountId, account),
        eq(invitations.createdBy, uid),
        isPending(now),
        where,
      ),
    );
}

function isPending(now: number) {
  return and(
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, now),
  );
}
