import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  isNull,
  lt,
  ne,
  sql,
} from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import type { LiveEndpoint } from './endpoint/endpoint-state.ts';
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
export type InsertedProject = 'made' | 'known' | 'full' | 'slugTaken';

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
  const isFull = sql`((SELECT count(*) FROM projects
    WHERE account = ${account} AND deleted_at IS NULL) >= ${limit})`;
  const [, , , , [outcome]] = await db.batch([
    db
      .insert(projects)
      .select(
        sql`SELECT ${toValues(projects, row)} WHERE NOT ${isFull}
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
        isFull: sql<number>`${isFull}`,
      })
      .from(sql`(SELECT 1)`),
  ]);
  if (outcome?.isMade) return 'made';
  if (outcome?.isKnown) return 'known';
  return outcome?.isFull ? 'full' : 'slugTaken';
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
    .set({ deletedAt: now })
    .where(and(eq(projects.id, id), isNull(projects.deletedAt)));
}

/**
 * Takes a deletion back, unless that is too long ago, or the account has no room for the project any
 * more. A second time changes nothing.
 */
export async function unmarkDeleted(
  database: D1Database,
  { id, account }: Pick<ProjectRow, 'id' | 'account'>,
  limit: number,
  now: number,
): Promise<'done' | 'tooLate' | 'full'> {
  const db = drizzle(database);
  const [, [left]] = await db.batch([
    db
      .update(projects)
      .set({ deletedAt: null })
      .where(
        and(
          eq(projects.id, id),
          gte(projects.deletedAt, now - UNDELETE_PROJECT_MS),
          sql`(SELECT count(*) FROM projects
            WHERE account = ${account} AND deleted_at IS NULL) < ${limit}`,
        ),
      ),
    db.select({ deletedAt: projects.deletedAt }).from(projects).where(eq(projects.id, id)),
  ]);
  if (!left) return 'tooLate';
  if (left.deletedAt === null) return 'done';
  return left.deletedAt < now - UNDELETE_PROJECT_MS ? 'tooLate' : 'full';
}

/** Writes what lists show of an endpoint, unless a later state of it is there. */
export async function mirrorEndpoint(
  database: D1Database,
  {
    project,
    published,
    visibility,
    publication,
  }: Pick<LiveEndpoint, 'project' | 'published' | 'visibility' | 'publication'>,
): Promise<void> {
  await drizzle(database)
    .update(projects)
    .set({
      published: published?.version ?? null,
      publishedAt: published?.at ?? null,
      visibility,
      publication,
    })
    .where(and(eq(projects.id, project), lt(projects.publication, publication)));
}

/** How many other projects of an account have a private endpoint that serves. */
export async function countPrivateEndpoints(
  database: D1Database,
  { id, account }: Pick<ProjectRow, 'id' | 'account'>,
): Promise<number> {
  const row = await drizzle(database)
    .select({ number: count() })
    .from(projects)
    .where(
      and(
        eq(projects.account, account),
        ne(projects.id, id),
        eq(projects.visibility, 'private'),
        isNotNull(projects.published),
        isNull(projects.deletedAt),
      ),
    )
    .get();
  return row?.number ?? 0;
}
