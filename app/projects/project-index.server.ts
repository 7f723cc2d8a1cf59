import {
  and,
  asc,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  sql,
  type Column,
} from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { accounts } from '#app/auth/user-table.server.ts';
import { deleteBlobs } from '#app/drafts/draft-index.server.ts';

import type { ProjectQuery } from './project-query.ts';
import type { ProjectRow } from './project-store.server.ts';
import { projects, slugs, versions } from './project-table.server.ts';
import { projectTests, testResults } from './tests/test-table.server.ts';
import { toListedProject } from './listed-project.ts';
import type { ProjectPage } from './project.ts';

const PAGE = 30;

/**
 * Projects of an account, archived ones apart; deleted ones are in no list.
 * @param among ids of those that may be listed
 */
export async function listProjects(
  database: D1Database,
  account: string,
  { q = '', sort = 'updated', cursor, archived }: ProjectQuery,
  among: 'all' | readonly string[] = 'all',
): Promise<Omit<ProjectPage, 'left'>> {
  const order = SORTS[sort];
  const rows = await drizzle(database)
    .select()
    .from(projects)
    .innerJoin(slugs, and(eq(slugs.project, projects.id), isNull(slugs.retiredAt)))
    .where(
      and(
        eq(projects.account, account),
        isNull(projects.deletedAt),
        among === 'all' ? undefined : isAmong(projects.id, among),
        archived ? isNotNull(projects.archivedAt) : isNull(projects.archivedAt),
        q === '' ? undefined : contains(q),
        cursor === undefined ? undefined : order.isAfter(...readCursor(cursor)),
      ),
    )
    .orderBy(...order.by)
    .limit(PAGE + 1);
  const page = rows
    .slice(0, PAGE)
    .map((row) => toListedProject({ ...row.projects, slug: row.slugs.slug }));
  const last = rows.slice(0, PAGE).at(-1)?.projects;
  const next = rows.length > PAGE && last ? `${order.valueOf(last)}.${last.id}` : null;
  return { projects: page, next };
}

/** How many projects an account has; deleted ones count for nothing. */
export async function countProjects(database: D1Database, account: string): Promise<number> {
  const row = await drizzle(database)
    .select({ number: count() })
    .from(projects)
    .where(and(eq(projects.account, account), isNull(projects.deletedAt)))
    .get();
  return row?.number ?? 0;
}

/** A project to remove for good. */
export type RemovedProject = Pick<ProjectRow, 'id' | 'account'>;

const REMOVED = { id: projects.id, account: projects.account };

/** Projects of an account, deleted ones included. */
export function listProjectsOf(
  database: D1Database,
  account: string,
  limit: number,
): Promise<RemovedProject[]> {
  return drizzle(database)
    .select(REMOVED)
    .from(projects)
    .where(eq(projects.account, account))
    .limit(limit);
}

/** Projects that were deleted before a time. */
export function listDeletedProjects(
  database: D1Database,
  before: number,
  limit: number,
): Promise<RemovedProject[]> {
  return drizzle(database)
    .select(REMOVED)
    .from(projects)
    .where(lt(projects.deletedAt, before))
    .limit(limit);
}

/** Projects whose account is gone. */
export function listOrphanProjects(database: D1Database, limit: number): Promise<RemovedProject[]> {
  const db = drizzle(database);
  const account = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, projects.account));
  return db.select(REMOVED).from(projects).where(notExists(account)).limit(limit);
}

/** Which of these ids (at most 90) some project has. */
export async function listKnownProjects(
  database: D1Database,
  ids: string[],
): Promise<ReadonlySet<string>> {
  const rows = await drizzle(database)
    .select({ id: projects.id })
    .from(projects)
    .where(isAmong(projects.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** The accounts of some projects, by the ids of these. */
export async function listAccountsOf(
  database: D1Database,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await drizzle(database)
    .select(REMOVED)
    .from(projects)
    .where(isAmong(projects.id, ids));
  return new Map(rows.map(({ id, account }) => [id, account]));
}

/**
 * Takes away the rows of projects with their versions, tests and the references to blobs. The slugs stay
 * taken for a while, and no longer say whose they were.
 */
export async function forgetProjects(
  database: D1Database,
  ids: string[],
  now: number,
): Promise<void> {
  const db = drizzle(database);
  const holders = sql`(SELECT 'version:' || id FROM versions
    WHERE project IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`;
  await db.batch([
    deleteBlobs(db, holders),
    db.delete(versions).where(isAmong(versions.project, ids)),
    db.delete(projectTests).where(isAmong(projectTests.project, ids)),
    db.delete(testResults).where(isAmong(testResults.project, ids)),
    db.update(slugs).set({ retiredAt: now, account: '' }).where(isAmong(slugs.project, ids)),
    db.delete(projects).where(isAmong(projects.id, ids)),
  ]);
}

/** Frees slugs that were retired before a time. */
export async function sweepSlugs(database: D1Database, before: number): Promise<void> {
  await drizzle(database).delete(slugs).where(lt(slugs.retiredAt, before));
}

/** D1 takes no pattern for LIKE that is longer than 50 bytes. */
function contains(q: string) {
  return sql`(instr(lower(${projects.title}), lower(${q})) OR instr(${slugs.slug}, lower(${q})))`;
}

/** One parameter, however many ids there are. */
function isAmong(column: Column, ids: readonly string[]) {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

type Row = typeof projects.$inferSelect;

/** A cursor is the value that the last project was sorted by, and its id. */
function readCursor(cursor: string): [value: string, id: string] {
  const at = cursor.lastIndexOf('.');
  return [cursor.slice(0, at), cursor.slice(at + 1)];
}

const byTime = (column: (typeof projects)['updatedAt'] | (typeof projects)['createdAt']) => ({
  by: [desc(column), desc(projects.id)],
  isAfter: (value: string, id: string) => {
    const at = Number(value) || 0;
    return or(lt(column, at), and(eq(column, at), lt(projects.id, id)));
  },
});

const lowerTitle = sql`lower(${projects.title})`;

const SORTS = {
  updated: { ...byTime(projects.updatedAt), valueOf: (row: Row) => row.updatedAt },
  created: { ...byTime(projects.createdAt), valueOf: (row: Row) => row.createdAt },
  title: {
    by: [asc(lowerTitle), asc(projects.id)],
    isAfter: (value: string, id: string) =>
      sql`(${lowerTitle}, ${projects.id}) > (lower(${value}), ${id})`,
    valueOf: (row: Row) => row.title,
  },
};
