import { and, eq, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { accounts } from '#app/auth/user-table.server.ts';

import type { DraftContent, DraftHead } from './draft-state.ts';
import { drafts } from './draft-table.server.ts';

/**
 * Writes a draft's row; an older revision never overwrites a newer one, nor a guest's row that of the
 * account that claimed it at the same revision.
 */
export async function indexDraft(database: D1Database, head: DraftHead): Promise<void> {
  const { environment: _kept, ...row } = head;
  const { id: _id, createdAt: _createdAt, ...changing } = row;
  await drizzle(database)
    .insert(drafts)
    .values(row)
    .onConflictDoUpdate({
      target: drafts.id,
      set: changing,
      setWhere: or(
        lt(drafts.revision, sql`excluded.revision`),
        and(eq(drafts.revision, sql`excluded.revision`), isNull(sql`excluded.expires_at`)),
      ),
    });
}

/** Ids of the drafts of a guest or an account. */
export async function listDraftsOf(
  database: D1Database,
  owner: string,
  limit: number,
): Promise<string[]> {
  const rows = await drizzle(database)
    .select({ id: drafts.id })
    .from(drafts)
    .where(eq(drafts.owner, owner))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Ids of drafts whose time is over. */
export async function listExpired(
  database: D1Database,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await drizzle(database)
    .select({ id: drafts.id })
    .from(drafts)
    .where(lt(drafts.expiresAt, now))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Drafts that an account keeps, though the account is gone. */
export async function listOrphans(
  database: D1Database,
  limit: number,
): Promise<{ id: string; owner: string }[]> {
  const db = drizzle(database);
  const account = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, drafts.owner));
  return db
    .select({ id: drafts.id, owner: drafts.owner })
    .from(drafts)
    .where(and(isNull(drafts.expiresAt), notExists(account)))
    .limit(limit);
}

/** Takes rows away; at most 100 ids, as many parameters as D1 takes in a query. */
export async function forgetDrafts(database: D1Database, ids: string[]): Promise<void> {
  await drizzle(database).delete(drafts).where(inArray(drafts.id, ids));
}

/** What of a draft's row names something that is stored: its id, or a part of its content. */
export type RowPart = keyof DraftContent | 'id';

/** Which of these names (at most 100) some draft has as its id, or as that part of its content. */
export async function listReferenced(
  database: D1Database,
  part: RowPart,
  names: string[],
): Promise<Set<string>> {
  const column = drafts[part];
  const rows = await drizzle(database)
    .selectDistinct({ name: column })
    .from(drafts)
    .where(inArray(column, names));
  return new Set(rows.map(({ name }) => name));
}
