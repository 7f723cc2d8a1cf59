import { and, desc, eq, getTableColumns, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import type { Limits } from '#app/billing/limits.ts';

import type { LiveEndpoint } from './endpoint/endpoint-state.ts';
import { countOthers } from './endpoint/private-place-store.server.ts';
import { projects, slugs } from './project-table.server.ts';
import {
  insertFirstVersion,
  keepBlobs,
  toValues,
  type UnnumberedVersion,
} from './version-store.server.ts';

/** A project's row, with the name in the address of its endpoint. */
export type ProjectRow = typeof projects.$inferSelect & { slug: string };

/** How long a deleted project may be taken back. */
export const UNDELETE_PROJECT_MS = 24 * 60 * 60 * 1_000;

/** A project's columns when it has just been made. */
const BEGINNING = {
  latest: 1,
  published: null,
  publishedAt: null,
  visibility: 'private',
  publication: 0,
  minScore: null,
  archivedAt: null,
  deletedAt: null,
  isTestGated: false,
  placeTakenAt: null,
} as const;

interface NewProjectRow {
  account: string;
  title: string;
  slug: string;
  /** How many projects the account may have. */
  limit: number;
}

/**
 * The outcome of making a project: `known` where the same id was used before. The limit is checked
 * before the slug.
 */
export type InsertedProject =
  | { outcome: 'made' | 'known' | 'slugTaken' }
  /** So many projects are there. */
  | { outcome: 'full'; used: number };

/**
 * Makes a project of its first version, unless the account is full or the slug is taken. All or
 * nothing: two at the same time do not pass the limit.
 */
export async function insertProject(
  database: D1Database,
  { account, title, slug, limit }: NewProjectRow,
  version: UnnumberedVersion,
): Promise<InsertedProject> {
  const db = drizzle(database);
  const { project: id, listed, score, verdict, createdAt } = version;
  const times = { createdAt, updatedAt: createdAt };
  const row = { ...BEGINNING, ...listed, ...times, id, account, title, score, verdict };
  const used = sql<number>`(SELECT count(*) FROM projects
    WHERE account = ${account} AND deleted_at IS NULL)`;
  const [, , , , [after]] = await db.batch([
    db
      .insert(projects)
      .select(
        sql`SELECT ${toValues(projects, row)} WHERE ${used} < ${limit}
          AND NOT EXISTS (SELECT 1 FROM slugs WHERE slug = ${slug})`,
      )
      .onConflictDoNothing(),
    db
      .insert(slugs)
      .select(
        sql`SELECT ${toValues(slugs, { slug, project: id, account, retiredAt: null })}
          WHERE EXISTS (SELECT 1 FROM projects WHERE id = ${id} AND account = ${account})
            AND NOT EXISTS (SELECT 1 FROM slugs WHERE project = ${id})`,
      )
      .onConflictDoNothing(),
    insertFirstVersion(db, version, slug),
    keepBlobs(db, version),
    db
      .select({
        isMade: sql<number>`EXISTS (SELECT 1 FROM versions WHERE id = ${version.id})`,
        isKnown: sql<number>`EXISTS (SELECT 1 FROM projects WHERE id = ${id})`,
        used,
      })
      .from(sql`(SELECT 1)`),
  ]);
  if (after?.isMade) return { outcome: 'made' };
  if (after?.isKnown) return { outcome: 'known' };
  const number = after?.used ?? 0;
  return number >= limit ? { outcome: 'full', used: number } : { outcome: 'slugTaken' };
}

/** A project, deleted ones included. */
export async function loadProject(database: D1Database, id: string): Promise<ProjectRow | null> {
  const row = await drizzle(database)
    .select({ ...getTableColumns(projects), slug: slugs.slug })
    .from(projects)
    .innerJoin(slugs, and(eq(slugs.project, projects.id), isNull(slugs.retiredAt)))
    .where(eq(projects.id, id))
    .get();
  return row ?? null;
}

/**
 * The projects of an account that serve something, those that were changed last first.
 *
 * @param id of the only one that is looked for; absent: all.
 */
export async function listPublished(
  database: D1Database,
  account: string,
  limit: number,
  id?: string,
): Promise<{ id: string; title: string }[]> {
  return drizzle(database)
    .select({ id: projects.id, title: projects.title })
    .from(projects)
    .where(
      and(
        eq(projects.account, account),
        id === undefined ? undefined : eq(projects.id, id),
        isNotNull(projects.published),
        isNull(projects.deletedAt),
        isNull(projects.archivedAt),
      ),
    )
    .orderBy(desc(projects.updatedAt))
    .limit(limit);
}

/** Those of some projects that serve something, and to whom. */
export async function listServing(
  database: D1Database,
  ids: readonly string[],
): Promise<Pick<ProjectRow, 'id' | 'account' | 'title' | 'visibility'>[]> {
  const { id, account, title, visibility } = projects;
  return drizzle(database)
    .select({ id, account, title, visibility })
    .from(projects)
    .where(
      and(
        // As one value: a query has room for 100.
        sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        isNotNull(projects.published),
        isNull(projects.deletedAt),
      ),
    );
}

/** Changes what is the project's own; the endpoint's columns are written by its object alone. */
export async function updateProject(
  database: D1Database,
  id: string,
  change: Partial<Pick<ProjectRow, 'title' | 'minScore' | 'archivedAt' | 'isTestGated'>>,
  now: number,
): Promise<void> {
  await drizzle(database)
    .update(projects)
    .set({ ...change, updatedAt: now })
    .where(eq(projects.id, id));
}

/** Marks a project as deleted; a second time changes nothing. */
export async function markDeleted(database: D1Database, id: string, now: number): Promise<void> {
  await drizzle(database)
    .update(projects)
    .set({ deletedAt: now, placeTakenAt: null })
    .where(and(eq(projects.id, id), isNull(projects.deletedAt)));
}

/** How much of a plan the projects of an account may take. */
export type ProjectRoom = Pick<Limits, 'projects' | 'privateEndpoints'>;

/** Whether a deletion was taken back; where the plan has no room, how much of it is used. */
export type UndeletedProject =
  | { outcome: 'done' | 'tooLate' }
  | { outcome: 'full'; limit: keyof ProjectRoom; used: number };

/**
 * Takes a deletion back, unless that is too long ago, or the account has no room any more for the project or
 * for its private endpoint, which serves again. A second time changes nothing.
 */
export async function unmarkDeleted(
  database: D1Database,
  { id, account }: Pick<ProjectRow, 'id' | 'account'>,
  room: ProjectRoom,
  now: number,
): Promise<UndeletedProject> {
  const db = drizzle(database);
  const others = sql<number>`(SELECT count(*) FROM projects
    WHERE account = ${account} AND deleted_at IS NULL)`;
  const endpoints = countOthers(id, account, now);
  const [, [left]] = await db.batch([
    db
      .update(projects)
      .set({ deletedAt: null })
      .where(
        and(
          eq(projects.id, id),
          gte(projects.deletedAt, now - UNDELETE_PROJECT_MS),
          sql`${others} < ${room.projects}`,
          sql`(${projects.visibility} <> 'private' OR ${projects.published} IS NULL
            OR ${endpoints} < ${room.privateEndpoints})`,
        ),
      ),
    db
      .select({ deletedAt: projects.deletedAt, others, endpoints })
      .from(projects)
      .where(eq(projects.id, id)),
  ]);
  if (left?.deletedAt === null) return { outcome: 'done' };
  if (!left || left.deletedAt < now - UNDELETE_PROJECT_MS) return { outcome: 'tooLate' };
  const isFull = left.others >= room.projects;
  const [limit, used] = isFull
    ? (['projects', left.others] as const)
    : (['privateEndpoints', left.endpoints] as const);
  return { outcome: 'full', limit, used };
}

/**
 * Writes what lists show of an endpoint, unless a later state of it is there.
 *
 * @param placeTakenAt when its place among the private endpoints was taken: the row itself shows that from now on
 */
export async function mirrorEndpoint(
  database: D1Database,
  {
    project,
    published,
    visibility,
    publication,
  }: Pick<LiveEndpoint, 'project' | 'published' | 'visibility' | 'publication'>,
  placeTakenAt = 0,
): Promise<void> {
  await drizzle(database)
    .update(projects)
    .set({
      published: published?.version ?? null,
      publishedAt: published?.at ?? null,
      visibility,
      publication,
      // One that was taken later belongs to a later state.
      placeTakenAt: sql`nullif(${projects.placeTakenAt}, min(${projects.placeTakenAt}, ${placeTakenAt}))`,
    })
    .where(and(eq(projects.id, project), lt(projects.publication, publication)));
}
