import {
  and,
  desc,
  eq,
  inArray,
  isNull,
  lt,
  notExists,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import { accounts } from '#app/auth/user-table.server.ts';

import type { Verdict } from '#app/platform/verdict.ts';

import { BLANK_BLUEPRINT } from './blank-blueprint.ts';
import { endOf, type DraftHead } from './draft-state.ts';
import { drafts, pointBlobs } from './draft-table.server.ts';
import {
  forgetEntries,
  isOnDraft,
  writeEntry,
  writeEntryVerdict,
} from './publishing/entry-index.server.ts';

/** Columns of a draft's row besides its head. */
export interface DraftColumns {
  title: string | null;
  updatedAt: number;
  /** Rises with each writing. */
  version: number;
}

/** A blob that a restore point or a snapshot refers to, or an attached file of the chat. */
export interface PointBlob {
  part: (typeof pointBlobs.$inferSelect)['part'];
  name: string;
}

/**
 * Writes a draft's row, unless one of a later version is there, and what its restore points and its chat refer to,
 * in place of what they referred to before; all or nothing.
 */
export async function indexDraft(
  database: D1Database,
  head: DraftHead,
  chat: DraftColumns,
  blobs: PointBlob[],
): Promise<void> {
  const {
    environment: _kept,
    about,
    visibility = 'private',
    deletedAt = null,
    base,
    snapshot: _shown,
    hiding,
    ...rest
  } = head;
  const tools = about?.tools ?? 0;
  // One of a project is listed there, also while it is empty.
  const hasContent = tools > 0 || base !== undefined;
  const title = chat.title ?? (hasContent ? (about?.title ?? null) : null);
  const { summary = null, toolNames = [] } = about ?? {};
  const row = {
    ...rest,
    ...chat,
    title,
    serverName: isNamed(about) ? about.title : null,
    tools,
    summary: summary || null,
    toolNames,
    visibility,
    deletedAt,
    expiresAt: endOf(head),
    project: base?.project ?? null,
    baseVersion: base?.version ?? null,
    hiddenAt: hiding?.at ?? null,
    hiddenFor: hiding?.reason ?? null,
  };
  const { id: _id, createdAt: _createdAt, ...changing } = row;
  const db = drizzle(database);
  const write = db
    .insert(drafts)
    .values(row)
    .onConflictDoUpdate({
      target: drafts.id,
      set: changing,
      setWhere: lt(drafts.version, sql`excluded.version`),
    });
  const isLate = sql`(SELECT version FROM drafts WHERE id = ${head.id}) > ${chat.version}`;
  const keep = insertBlobs(db, head.id, blobs, sql`${isLate} IS NOT 1`);
  const forget = db.delete(pointBlobs).where(
    sql`${pointBlobs.draft} = ${head.id} AND ${isLate} IS NOT 1
      AND ${pointBlobs.part} || ${pointBlobs.name} NOT IN
        (SELECT (value ->> 'part') || (value ->> 'name') FROM json_each(${JSON.stringify(blobs)}))`,
  );
  const entry = writeEntry(db, head, chat.version, row.expiresAt);
  await db.batch([write, keep, forget, ...entry]);
}

/**
 * The statement by which a draft, or whatever else holds contents, refers to blobs from then on,
 * where a condition is met. The sweep leaves them alone then.
 */
export function insertBlobs(
  db: DrizzleD1Database,
  holder: string,
  blobs: readonly PointBlob[],
  when: SQL,
) {
  // One parameter, however many there are: D1 takes 100 a query.
  return db
    .insert(pointBlobs)
    .select(
      sql`SELECT ${holder}, value ->> 'part', value ->> 'name'
        FROM json_each(${JSON.stringify(blobs)}) WHERE ${when}`,
    )
    .onConflictDoNothing();
}

/** The statement by which holders refer to no blobs any more. */
export function deleteBlobs(db: DrizzleD1Database, holders: SQLWrapper) {
  return db.delete(pointBlobs).where(inArray(pointBlobs.draft, holders));
}

function isNamed(about: DraftHead['about']): about is NonNullable<DraftHead['about']> {
  return about !== undefined && about.title !== BLANK_BLUEPRINT.identity.title;
}

/** Keeps the verdict on what a draft served when its report was made, for lists of drafts. */
export async function indexVerdict(
  database: D1Database,
  { id, artifact }: Pick<DraftHead, 'id' | 'artifact'>,
  { verdict, score }: { verdict: Verdict; score: number | null },
): Promise<void> {
  const db = drizzle(database);
  await db.batch([
    db
      .update(drafts)
      .set({ verdict, score, scoredArtifact: artifact })
      .where(isOnDraft({ id, artifact })),
    ...writeEntryVerdict(db, { id, artifact }, { verdict, score }),
  ]);
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

/** A draft in a list. */
export type RecentDraft = Pick<
  typeof drafts.$inferSelect,
  'id' | 'title' | 'tools' | 'project' | 'baseVersion' | 'updatedAt'
>;

/** The drafts of an account that were changed last; of chosen projects only those opened from them. */
export async function listRecentDrafts(
  database: D1Database,
  owner: string,
  projects: 'all' | readonly string[],
  limit: number,
): Promise<RecentDraft[]> {
  const { id, title, tools, project, baseVersion, updatedAt } = drafts;
  const among = projects === 'all' ? undefined : inArray(project, [...projects]);
  return drizzle(database)
    .select({ id, title, tools, project, baseVersion, updatedAt })
    .from(drafts)
    .where(and(eq(drafts.owner, owner), isNull(drafts.deletedAt), among))
    .orderBy(desc(updatedAt), id)
    .limit(limit);
}

/** Whether anything refers to content: a draft, or a version of a project that outlived its draft. */
export async function refersToContent(database: D1Database): Promise<boolean> {
  const db = drizzle(database);
  const some = await db.select({ id: drafts.id }).from(drafts).limit(1);
  if (some.length > 0) return true;
  const kept = await db.select({ id: pointBlobs.draft }).from(pointBlobs).limit(1);
  return kept.length > 0;
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

/** Puts the end into a row that still says that the time is over; null: the draft stays. */
export async function postponeEnd(
  database: D1Database,
  id: string,
  end: number | null,
  now: number,
): Promise<void> {
  await drizzle(database)
    .update(drafts)
    .set({ expiresAt: end })
    .where(and(eq(drafts.id, id), lt(drafts.expiresAt, now)));
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
  const db = drizzle(database);
  await db.batch([
    db.delete(pointBlobs).where(inArray(pointBlobs.draft, ids)),
    db.delete(drafts).where(inArray(drafts.id, ids)),
    ...forgetEntries(db, ids),
  ]);
}

/** Names of something stored: the id of a draft, a part of its content, or a file of its chat. */
export type RowPart = PointBlob['part'] | 'id';

/**
 * Which of these names (at most 100) some draft has as its id, as that part of its content or of
 * a restore point's or a snapshot's, or as a file of its chat.
 */
export async function listReferenced(
  database: D1Database,
  part: RowPart,
  names: string[],
): Promise<Set<string>> {
  const isContent = part !== 'attachment' && part !== 'conversation';
  const current = !isContent ? [] : await listCurrent(database, part, names);
  if (part === 'id') return new Set(current);
  const kept = await drizzle(database)
    .selectDistinct({ name: pointBlobs.name })
    .from(pointBlobs)
    .where(and(eq(pointBlobs.part, part), inArray(pointBlobs.name, names)));
  return new Set([...current, ...kept.map(({ name }) => name)]);
}

async function listCurrent(
  database: D1Database,
  part: Exclude<RowPart, 'attachment' | 'conversation'>,
  names: string[],
): Promise<string[]> {
  const column = drafts[part];
  const rows = await drizzle(database)
    .selectDistinct({ name: column })
    .from(drafts)
    .where(inArray(column, names));
  return rows.map(({ name }) => name);
}
