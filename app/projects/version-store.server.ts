import { and, desc, eq, getTableColumns, is, isNotNull, lt, max, SQL, sql } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

import { insertBlobs } from '#app/drafts/draft-index.server.ts';
import type { DraftContent } from '#app/drafts/draft-state.ts';

import { projects, versions } from './project-table.server.ts';

/** Versions in one page of a list. */
const PAGE = 100;

export type VersionRow = typeof versions.$inferSelect;

/** The answer of a version's report; null: it was not checked. */
export type Judged = Pick<VersionRow, 'score' | 'verdict'>;

/** A version that is yet to get its number. */
export interface UnnumberedVersion extends Omit<VersionRow, 'number'> {
  /** The parts that the list of projects shows. */
  listed: { tools: number; toolNames: string[]; summary: string | null };
}

/** The outcome of saving: the number, or the version that came first; null: no such project. */
export type InsertedVersion = { made: number } | { latest: number } | null;

/**
 * Keeps a version under the next number, with the references to its blobs, unless its base is no
 * longer the latest version. All or nothing: two at the same time never get the same number, and
 * the same one twice gets one.
 */
export async function insertVersion(
  database: D1Database,
  version: UnnumberedVersion,
): Promise<InsertedVersion> {
  const db = drizzle(database);
  const { project, base, listed, createdAt } = version;
  const number = sql`(SELECT number FROM versions WHERE id = ${version.id})`;
  const [, , , [made], [last]] = await db.batch([
    db
      .insert(versions)
      .select(
        sql`SELECT ${valuesOf(version, sql`max(number) + 1`)} FROM versions
          WHERE project = ${project}
            AND EXISTS (SELECT 1 FROM projects WHERE id = ${project} AND deleted_at IS NULL)
          HAVING max(number) = ${base}`,
      )
      .onConflictDoNothing(),
    keepBlobs(db, version),
    db
      .update(projects)
      .set({
        ...listed,
        latest: number,
        score: version.score,
        verdict: version.verdict,
        updatedAt: createdAt,
      })
      .where(and(eq(projects.id, project), lt(projects.latest, number))),
    db.select({ number: versions.number }).from(versions).where(eq(versions.id, version.id)),
    db
      .select({ latest: sql<number | null>`max(${versions.number})` })
      .from(versions)
      .where(eq(versions.project, project)),
  ]);
  if (made) return { made: made.number };
  return last?.latest ? { latest: last.latest } : null;
}

/** The statement that keeps the first version of a project, if this project has been made just now. */
export function insertFirstVersion(
  db: DrizzleD1Database,
  version: UnnumberedVersion,
  slug: string,
) {
  return db.insert(versions).select(
    sql`SELECT ${valuesOf(version, sql`1`)}
      WHERE EXISTS (SELECT 1 FROM slugs WHERE slug = ${slug} AND project = ${version.project})
        AND NOT EXISTS (SELECT 1 FROM versions WHERE project = ${version.project})`,
  );
}

/** The statement by which a version refers to its blobs, if the version has been kept. */
export function keepBlobs(
  db: DrizzleD1Database,
  { id, blueprint, artifact, warnings }: Pick<VersionRow, 'id'> & DraftContent,
) {
  return insertBlobs(
    db,
    toHolder(id),
    [
      { part: 'blueprint', name: blueprint },
      { part: 'artifact', name: artifact },
      { part: 'warnings', name: warnings },
    ],
    sql`EXISTS (SELECT 1 FROM versions WHERE id = ${id})`,
  );
}

/** One version of a project. */
export async function loadVersion(
  database: D1Database,
  project: string,
  number: number,
): Promise<VersionRow | null> {
  const row = await drizzle(database)
    .select()
    .from(versions)
    .where(and(eq(versions.project, project), eq(versions.number, number)))
    .get();
  return row ?? null;
}

/** The version of a project with this id; null where it has none. */
export async function findVersionById(
  database: D1Database,
  { id, project }: Pick<VersionRow, 'id' | 'project'>,
): Promise<VersionRow | null> {
  const row = await drizzle(database)
    .select()
    .from(versions)
    .where(and(eq(versions.id, id), eq(versions.project, project)))
    .get();
  return row ?? null;
}

/** Versions of a project, newest first, below a number where one is given. */
export async function listVersions(
  database: D1Database,
  project: string,
  before?: number,
): Promise<{ versions: VersionRow[]; next: number | null }> {
  const rows = await drizzle(database)
    .select()
    .from(versions)
    .where(
      and(
        eq(versions.project, project),
        before === undefined ? undefined : lt(versions.number, before),
      ),
    )
    .orderBy(desc(versions.number))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE);
  return { versions: page, next: rows.length > PAGE ? (page.at(-1)?.number ?? null) : null };
}

/** The newest version that was saved to fix each group of failed calls, by the groups' ids. */
export async function listFixes(
  database: D1Database,
  project: string,
): Promise<Map<string, number>> {
  const rows = await drizzle(database)
    .select({ fixes: versions.fixes, version: max(versions.number) })
    .from(versions)
    .where(and(eq(versions.project, project), isNotNull(versions.fixes)))
    .groupBy(versions.fixes);
  return new Map(
    rows.flatMap(({ fixes, version }) => (fixes && version ? [[fixes, version] as const] : [])),
  );
}

/** Keeps the verdict on a version, also as that on its project if it is the latest one. */
export async function indexVersionVerdict(
  database: D1Database,
  { project, number }: Pick<VersionRow, 'project' | 'number'>,
  judged: Judged,
): Promise<void> {
  const db = drizzle(database);
  await db.batch([
    db
      .update(versions)
      .set(judged)
      .where(and(eq(versions.project, project), eq(versions.number, number))),
    db
      .update(projects)
      .set(judged)
      .where(and(eq(projects.id, project), eq(projects.latest, number))),
  ]);
}

/** The name under which a version refers to blobs. */
function toHolder(version: string): string {
  return `version:${version}`;
}

/** A row to insert: values, or SQL that gives them. */
type Inserted<Row> = { [Name in keyof Row]: Row[Name] | SQL };

/** The values of a version's row, in the order of the table's columns. */
function valuesOf({ listed: _listed, ...version }: UnnumberedVersion, number: SQL): SQL {
  return toValues(versions, { ...version, number });
}

/** The values of a row in the order of the table's columns, as INSERT … SELECT takes them. */
export function toValues<Table extends SQLiteTable>(
  table: Table,
  row: Inserted<Table['$inferSelect']>,
): SQL {
  const values = new Map(Object.entries(row));
  const columns = Object.entries(getTableColumns<SQLiteTable>(table));
  return sql.join(
    columns.map(([name, column]) => {
      const value: unknown = values.get(name);
      return is(value, SQL) ? value : sql`${sql.param(value ?? null, column)}`;
    }),
    sql`, `,
  );
}
