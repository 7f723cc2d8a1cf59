import { formatCount } from '#app/platform/locale/reader-locale.ts';
import {
  runsOn,
  type ProjectTest,
  type TestEnvironment,
  type TestResult,
} from '#app/projects/tests/project-test.ts';

/** A test beside its last results, first of all that in one environment. */
export interface StandingTest extends ProjectTest {
  /** Null: it was not run. */
  result: TestResult | null;
  /** That on the other upstream. */
  elsewhere: TestResult | null;
}

/** How many tests stand how. */
export interface Standing {
  passed: number;
  failed: number;
  /** Of the failed ones, those that passed on an earlier version. */
  regressions: number;
  notRun: number;
}

/** The tests that are about an environment with their results: regressions first, then what failed, then the others. */
export function rankTests(
  tests: readonly ProjectTest[],
  results: readonly TestResult[],
  environment: TestEnvironment,
): StandingTest[] {
  const byTest = (isOwn: boolean) =>
    new Map(
      results.flatMap((each) =>
        (each.environment === environment) === isOwn ? [[each.test, each]] : [],
      ),
    );
  const [own, others] = [byTest(true), byTest(false)];
  return tests
    .filter(({ test }) => runsOn(test, environment))
    .map((test) => ({
      ...test,
      result: own.get(test.id) ?? null,
      elsewhere: others.get(test.id) ?? null,
    }))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ result }: StandingTest): number {
  if (result === null || result.hasPassed) return 2;
  return result.passedOn === null ? 1 : 0;
}

/** Counts how tests stand. */
export function countStanding(tests: readonly StandingTest[]): Standing {
  const ran = tests.flatMap(({ result }) => result ?? []);
  const failed = ran.filter(({ hasPassed }) => !hasPassed);
  return {
    passed: ran.length - failed.length,
    failed: failed.length,
    regressions: failed.filter(({ passedOn }) => passedOn !== null).length,
    notRun: tests.length - ran.length,
  };
}

/** "3 passed, 1 failed (1 regression), 2 not run". */
export function describeStanding({ passed, failed, regressions, notRun }: Standing): string {
  const worse = regressions === 1 ? '1 regression' : `${formatCount(regressions)} regressions`;
  const parts = [
    ...(passed > 0 ? [`${formatCount(passed)} passed`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed${regressions > 0 ? ` (${worse})` : ''}`] : []),
    ...(notRun > 0 ? [`${formatCount(notRun)} not run`] : []),
  ];
  return parts.join(', ');
}
