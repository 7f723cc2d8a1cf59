import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { projects } from '#app/projects/project-table.server.ts';

import { apiKeys } from './api-key-table.server.ts';
import type { ApiKeyView } from './api-key.ts';

/** Keys of an account that count at once; those that ended do not. */
export const MAX_LIVE_KEYS = 50;
/** Ended keys are listed among the others for so long. */
const SHOWN_MS = 30 * 24 * 60 * 60 * 1_000;
const MAX_LISTED = 200;

/** A key as it is stored: its token is not. */
export type StoredApiKey = typeof apiKeys.$inferSelect;
export type NewStoredKey = Omit<StoredApiKey, 'usedAt' | 'revokedAt' | 'replacedBy'>;

/** The keys of an account, newest first; those that ended for a month. */
export async function listApiKeys(
  database: D1Database,
  account: string,
  now: number,
): Promise<ApiKeyView[]> {
  const since = now - SHOWN_MS;
  const rows = await drizzle(database)
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, account),
        or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, since)),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, since)),
      ),
    )
    .orderBy(desc(apiKeys.createdAt))
    .limit(MAX_LISTED);
  return rows.map(toApiKeyView);
}

/** Names of keys of an account by their ids, whatever became of them. */
export async function listKeyNames(
  database: D1Database,
  account: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  // One parameter, however many there are.
  const isAsked = sql`${apiKeys.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await drizzle(database)
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, account), isAsked));
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** A key of this account; undefined where there is none. */
export async function findOwnApiKey(
  database: D1Database,
  account: string,
  id: string,
): Promise<StoredApiKey | undefined> {
  return drizzle(database).select().from(apiKeys).where(isKeyOf(account, id)).get();
}

/** The key with this hash, whatever became of it. */
export async function findApiKey(
  database: D1Database,
  hash: string,
): Promise<StoredApiKey | undefined> {
  return drizzle(database).select().from(apiKeys).where(eq(apiKeys.hash, hash)).get();
}

/**
 * Adds a key, unless the account has {@link MAX_LIVE_KEYS} already, or its maker was taken out of the account in this
 * moment; returns whether it was added.
 */
export async function insertApiKey(
  database: D1Database,
  key: NewStoredKey,
  now: number,
): Promise<boolean> {
  const db = drizzle(database);
  // Counted in the same statement, so that two requests at once cannot pass the limit.
  const live = sql`(SELECT count(*) FROM api_keys WHERE account_id = ${key.accountId}
    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}))`;
  const added = await db
    .insert(apiKeys)
    .select(
      sql`SELECT ${toKeyValues(key)} WHERE ${live} < ${MAX_LIVE_KEYS} AND ${isMakerHere(key)}`,
    )
    .returning({ id: apiKeys.id });
  return added.length > 0;
}

/**
 * Puts a key in the place of another, which ends at `endsAt` at the latest; all or nothing. Of two at the same moment
 * one does, and the other returns false.
 */
export async function replaceApiKey(
  database: D1Database,
  old: StoredApiKey,
  key: NewStoredKey,
  endsAt: number,
): Promise<boolean> {
  const db = drizzle(database);
  const [, , [made]] = await db.batch([
    db.insert(apiKeys).select(
      sql`SELECT ${toKeyValues(key)} WHERE EXISTS (SELECT 1 FROM api_keys
        WHERE id = ${old.id} AND replaced_by IS NULL AND revoked_at IS NULL) AND ${isMakerHere(key)}`,
    ),
    db
      .update(apiKeys)
      .set({ expiresAt: Math.min(endsAt, old.expiresAt ?? endsAt), replacedBy: key.id })
      .where(
        and(
          eq(apiKeys.id, old.id),
          isNull(apiKeys.replacedBy),
          sql`EXISTS (SELECT 1 FROM api_keys WHERE id = ${key.id})`,
        ),
      ),
    db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, key.id)),
  ]);
  return made !== undefined;
}

function isMakerHere({ accountId, createdBy }: NewStoredKey) {
  return sql`EXISTS (SELECT 1 FROM members WHERE account_id = ${accountId} AND uid = ${createdBy})`;
}

/** The values of a key's row in the order of the table's columns. */
function toKeyValues(key: NewStoredKey) {
  return sql`${key.id}, ${key.accountId}, ${key.name}, ${key.hash}, ${key.lastFour},
    ${JSON.stringify(key.projects)}, ${key.mayManage ? 1 : 0}, ${key.createdBy}, ${key.createdAt},
    ${key.expiresAt}, NULL, NULL, NULL`;
}

/** Ends a key of this account; returns whether there is one. A second time changes nothing. */
export async function revokeApiKey(
  database: D1Database,
  account: string,
  id: string,
  now: number,
): Promise<boolean> {
  const ended = await drizzle(database)
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now})` })
    .where(isKeyOf(account, id))
    .returning({ id: apiKeys.id });
  return ended.length > 0;
}

/** Records that a key was used. */
export async function noteApiKeyUse(database: D1Database, id: string, now: number): Promise<void> {
  await drizzle(database).update(apiKeys).set({ usedAt: now }).where(eq(apiKeys.id, id));
}

/** A project that a key may be limited to. */
export interface KeyProject {
  id: string;
  title: string;
}

/** The projects of an account by title, deleted ones excluded. */
export async function listKeyProjects(
  database: D1Database,
  account: string,
): Promise<KeyProject[]> {
  return drizzle(database)
    .select({ id: projects.id, title: projects.title })
    .from(projects)
    .where(and(eq(projects.account, account), isNull(projects.deletedAt)))
    .orderBy(projects.title)
    .limit(MAX_LISTED);
}

/** Whether all of these are projects of the account. */
export async function ownsProjects(
  database: D1Database,
  account: string,
  ids: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const rows = await drizzle(database)
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.account, account), inArray(projects.id, wanted)));
  return rows.length === wanted.length;
}

/** A key without its hash. */
export function toApiKeyView(row: StoredApiKey): ApiKeyView {
  const { id, name, lastFour, projects: chosen, mayManage, createdAt } = row;
  const { expiresAt, usedAt, revokedAt, replacedBy } = row;
  const ends = { expiresAt, usedAt, revokedAt, replacedBy };
  return { id, name, lastFour, projects: chosen, mayManage, createdAt, ...ends };
}

function isKeyOf(account: string, id: string) {
  return and(eq(apiKeys.accountId, account), eq(apiKeys.id, id));
}
