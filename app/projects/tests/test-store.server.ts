import { and, asc, eq, lt, max, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { TEST_LIMITS, type SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { randomId } from '#app/platform/ids.ts';
import { toValues } from '#app/projects/version-store.server.ts';

import type { ProjectTest, TestEnvironment, TestResult } from './project-test.ts';
import { projectTests, testResults } from './test-table.server.ts';

/** Results in one statement: a parameter has two megabytes at most. */
const AT_ONCE = 25;

/** A result before it is known what earlier versions did, of the revision of the test that was run. */
export type NewTestResult = Omit<TestResult, 'passedOn'> & Pick<ProjectTest, 'revision'>;

const COLUMNS = {
  id: projectTests.id,
  revision: projectTests.revision,
  test: projectTests.test,
  updatedAt: projectTests.updatedAt,
};

/** The tests of a project, oldest first. */
export function listTests(database: D1Database, project: string): Promise<ProjectTest[]> {
  return drizzle(database)
    .select(COLUMNS)
    .from(projectTests)
    .where(eq(projectTests.project, project))
    .orderBy(asc(projectTests.createdAt), asc(projectTests.id));
}

/** As {@link listTests}, as they are exported. */
export async function listSavedTests(database: D1Database, project: string): Promise<SavedTest[]> {
  return (await listTests(database, project)).map(({ test }) => test);
}

/** Keeps a new test; null where the project is full. Two at the same time do not pass the limit. */
export async function insertTest(
  database: D1Database,
  project: string,
  test: SavedTest,
  now: number,
): Promise<ProjectTest | null> {
  const id = randomId();
  const row = { id, project, revision: 1, test, createdAt: now, updatedAt: now };
  const [made] = await drizzle(database)
    .insert(projectTests)
    .select(
      sql`SELECT ${toValues(projectTests, row)}
        WHERE (SELECT count(*) FROM project_tests WHERE project = ${project}) < ${TEST_LIMITS.tests}`,
    )
    .returning(COLUMNS);
  return made ?? null;
}

/** Changes a test, whose results are no longer about it; null: there is none. */
export async function updateTest(
  database: D1Database,
  project: string,
  id: string,
  test: SavedTest,
  now: number,
): Promise<ProjectTest | null> {
  const [changed] = await drizzle(database)
    .update(projectTests)
    .set({ test, revision: sql`${projectTests.revision} + 1`, updatedAt: now })
    .where(and(eq(projectTests.project, project), eq(projectTests.id, id)))
    .returning(COLUMNS);
  return changed ?? null;
}

/** Removes a test with its results; a second time changes nothing. */
export async function deleteTest(database: D1Database, project: string, id: string): Promise<void> {
  const db = drizzle(database);
  await db.batch([
    db.delete(projectTests).where(and(eq(projectTests.project, project), eq(projectTests.id, id))),
    db.delete(testResults).where(and(eq(testResults.project, project), eq(testResults.test, id))),
  ]);
}

/** How the tests of a project, as they are now, ended on a version. */
export async function listResults(
  database: D1Database,
  project: string,
  version: number,
): Promise<TestResult[]> {
  const { environment, test, hasPassed, reasons, evidence, milliseconds, ranAt } = testResults;
  const rows = await drizzle(database)
    .select({ environment, test, hasPassed, reasons, evidence, milliseconds, ranAt })
    .from(testResults)
    .innerJoin(projectTests, isOfCurrentTest)
    .where(and(eq(testResults.project, project), eq(testResults.version, version)));
  if (rows.every((row) => row.hasPassed)) return rows.map((row) => ({ ...row, passedOn: null }));
  const passedOn = await readPassed(database, project, version);
  return rows.map((row) => ({
    ...row,
    passedOn: row.hasPassed ? null : passedOn(row.test, row.environment),
  }));
}

/** Tells of each test on which version before this one it passed when it was last run before. */
export async function readPassed(
  database: D1Database,
  project: string,
  before: number,
): Promise<(test: string, environment: TestEnvironment) => number | null> {
  const { environment, test, version, hasPassed } = testResults;
  // SQLite takes the other columns from the row that has the maximum.
  const rows = await drizzle(database)
    .select({ test, environment, hasPassed, version: max(version) })
    .from(testResults)
    .innerJoin(projectTests, isOfCurrentTest)
    .where(and(eq(testResults.project, project), lt(version, before)))
    .groupBy(test, environment);
  const passed = new Map(
    rows.flatMap((row) => (row.hasPassed ? [[`${row.environment} ${row.test}`, row.version]] : [])),
  );
  return (id, where) => passed.get(`${where} ${id}`) ?? null;
}

/** Keeps results of a version, each as the last one; those of a test that is gone by now are dropped. */
export async function keepResults(
  database: D1Database,
  project: string,
  version: number,
  results: readonly NewTestResult[],
): Promise<void> {
  for (let start = 0; start < results.length; start += AT_ONCE) {
    const kept = JSON.stringify(results.slice(start, start + AT_ONCE));
    await drizzle(database).run(
      sql`INSERT INTO test_results (project, version, environment, test, revision, has_passed,
          reasons, evidence, milliseconds, ran_at)
        SELECT ${project}, ${version}, value ->> 'environment', value ->> 'test',
          value ->> 'revision', value ->> 'hasPassed', value -> 'reasons', value ->> 'evidence',
          value ->> 'milliseconds', value ->> 'ranAt'
        FROM json_each(${kept})
        WHERE value ->> 'test' IN (SELECT id FROM project_tests WHERE project = ${project})
        ON CONFLICT DO UPDATE SET revision = excluded.revision, has_passed = excluded.has_passed,
          reasons = excluded.reasons, evidence = excluded.evidence,
          milliseconds = excluded.milliseconds, ran_at = excluded.ran_at`,
    );
  }
}

const isOfCurrentTest = and(
  eq(projectTests.id, testResults.test),
  eq(projectTests.revision, testResults.revision),
);
