import { and, eq, lte, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { projects } from '#app/projects/project-table.server.ts';

/**
 * How long a place counts that no row shows as served. The row of a published endpoint is written within seconds,
 * and again each minute where that fails; a place whose taker was lost is free after this time.
 */
const HELD_MS = 10 * 60 * 1_000;

/** A project that is to serve privately. */
interface PlaceSeeker {
  project: string;
  account: string;
  /** The private endpoints of the plan. */
  limit: number;
}

/** A place that was taken, or how many others hold one where none is left. */
type TakenPlace = { isTaken: true; at: number } | { isTaken: false; used: number };

/** The private endpoints of an account: those that serve, and those that are about to. */
export async function countPrivateEndpoints(
  database: D1Database,
  account: string,
  now: number,
): Promise<number> {
  const row = await drizzle(database)
    .select({ number: sql<number>`count(*)` })
    .from(projects)
    .where(and(eq(projects.account, account), holdsPlace('projects', now)))
    .get();
  return row?.number ?? 0;
}

/**
 * Takes a place among the private endpoints of an account, if one is free or the project holds one. The database
 * runs one write at a time, so that requests of the same moment do not pass the limit together.
 */
export async function takePlace(
  database: D1Database,
  { project, account, limit }: PlaceSeeker,
  now: number,
): Promise<TakenPlace> {
  const db = drizzle(database);
  const others = countOthers(project, account, now);
  const [[taken], [counted]] = await db.batch([
    db
      .update(projects)
      // Later than any before it, so that nobody frees it in the place of an earlier one.
      .set({ placeTakenAt: sql`max(${now}, coalesce(${projects.placeTakenAt}, 0) + 1)` })
      .where(
        and(
          eq(projects.id, project),
          eq(projects.account, account),
          sql`(${holdsPlace('projects', now)} OR ${others} < ${limit})`,
        ),
      )
      .returning({ at: projects.placeTakenAt }),
    db.select({ used: others }).from(sql`(SELECT 1)`),
  ]);
  if (typeof taken?.at === 'number') return { isTaken: true, at: taken.at };
  return { isTaken: false, used: counted?.used ?? 0 };
}

/** Frees a place that was taken for nothing; one that was taken later stays. */
export async function freePlace(database: D1Database, project: string, at: number): Promise<void> {
  await drizzle(database)
    .update(projects)
    .set({ placeTakenAt: null })
    .where(and(eq(projects.id, project), lte(projects.placeTakenAt, at)));
}

/** How many other projects of an account hold a place. */
export function countOthers(project: string, account: string, now: number): SQL<number> {
  return sql<number>`(SELECT count(*) FROM projects AS other
    WHERE other.account = ${account} AND other.id <> ${project} AND ${holdsPlace('other', now)})`;
}

/** Whether a row holds a place: what it shows is served privately, or a place was taken for it just now. */
export function holdsPlace(table: 'projects' | 'other', now: number): SQL {
  const row = sql.raw(table);
  return sql`(
    (${row}.visibility = 'private' AND ${row}.published IS NOT NULL AND ${row}.deleted_at IS NULL)
    OR coalesce(${row}.place_taken_at, 0) > ${now - HELD_MS}
  )`;
}
