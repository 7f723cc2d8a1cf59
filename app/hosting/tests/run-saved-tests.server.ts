import type { ServedServer } from '#app/hosting/served-server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { ProjectTest, TestEnvironment, TestResult } from '#app/projects/tests/project-test.ts';
import {
  keepResults,
  readPassed,
  type NewTestResult,
} from '#app/projects/tests/test-store.server.ts';

import { runSavedTest } from './run-saved-test.server.ts';

/** Calls at the same time: an API is tested, not loaded. */
const AT_ONCE = 4;
/** After so long no further call of a run begins. */
const TOTAL_TIMEOUT_MS = 60_000;

/** The server to test, and the project whose tests are run. */
export interface TestRun {
  project: string;
  server: ServedServer;
  /** Number of the version whose results are kept; null: a draft, whose results are not. */
  version: number | null;
  /** Results of versions before this one tell what is a regression. */
  before: number;
  environment: TestEnvironment;
  tests: readonly ProjectTest[];
}

/**
 * Runs tests a few at a time, and hands over each result as it comes; returns how many were run. Once stopped it
 * begins no further call; what was run until then is kept.
 */
export async function runSavedTests(
  app: AppContext,
  { project, server, version, before, environment, tests }: TestRun,
  stopped: AbortSignal,
  onResult: (result: TestResult) => void,
): Promise<number> {
  const quiet = withoutCounting(app);
  const passedOn = await readPassed(app.env.DB, project, before);
  const results: NewTestResult[] = [];
  const end = Date.now() + TOTAL_TIMEOUT_MS;
  const waiting = tests.values();
  const work = async (): Promise<void> => {
    for (const test of waiting) {
      if (stopped.aborted || Date.now() > end) return;
      const result = await runSavedTest(quiet, server, environment, test);
      results.push(result);
      const { revision: _revision, ...shown } = result;
      const earlier = result.hasPassed ? null : passedOn(test.id, environment);
      onResult({ ...shown, passedOn: earlier });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    if (version !== null) await keepResults(app.env.DB, project, version, results);
  }
  return results.length;
}

/** Calls of a test are nobody's calls in the log. */
function withoutCounting(app: AppContext): AppContext {
  return { ...app, log: { ...app.log, info: () => {} } };
}
