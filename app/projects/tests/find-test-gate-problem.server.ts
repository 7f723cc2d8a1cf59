import { fail, type Result } from '#app/platform/result.ts';

import { runsOn } from './project-test.ts';
import type { TestGateProblem } from './test-problem.server.ts';
import { listResults, listTests } from './test-store.server.ts';

/**
 * Why a version does not pass the tests of its project on the mock upstream; null: it does. The mock answers the
 * same each time, so that the last results stand for a run of now.
 */
export async function findTestGateProblem(
  database: D1Database,
  project: string,
  version: number,
): Promise<Extract<Result<never, TestGateProblem>, { ok: false }> | null> {
  const [all, results] = await Promise.all([
    listTests(database, project),
    listResults(database, project, version),
  ]);
  const ended = new Map(
    results.flatMap((each) => (each.environment === 'mock' ? [[each.test, each]] : [])),
  );
  const tests = all.filter(({ test }) => runsOn(test, 'mock'));
  const failed = tests.filter(({ id }) => ended.get(id)?.hasPassed === false);
  if (failed.length > 0) {
    const worse = failed.filter(({ id }) => ended.get(id)?.passedOn !== null);
    const [names, regressions] = [failed, worse].map((list) => list.map(({ test }) => test.name));
    return fail({
      reason: 'testsFailed',
      version,
      names: names ?? [],
      regressions: regressions ?? [],
    });
  }
  const names = tests.flatMap(({ id, test }) => (ended.has(id) ? [] : [test.name]));
  return names.length > 0 ? fail({ reason: 'testsNotRun', version, names }) : null;
}
