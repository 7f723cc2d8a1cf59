import { TEST_LIMITS } from '#app/blueprint/saved-tests/saved-test.ts';
import type { ProblemParts } from '#app/platform/problem.ts';
import { TESTS_FAILED_TYPE, TESTS_NOT_RUN_TYPE } from '#app/projects/project-problem-types.ts';

/** Why a test cannot be kept or run. */
export type TestProblem =
  | { reason: 'unknownTest' }
  | { reason: 'testsFull' }
  /** A credential stands in it, of this kind: "a Stripe key". */
  | { reason: 'secretInTest'; kind: string };

/** Why the tests of a version keep it from being published. */
export type TestGateProblem =
  | { reason: 'testsNotRun'; version: number; names: string[] }
  | {
      reason: 'testsFailed';
      version: number;
      names: string[];
      /** Of these, those that passed on an earlier version. */
      regressions: string[];
    };

/** Names that one sentence lists. */
const SHOWN_NAMES = 5;

/** The problem document of a failure of tests. */
export function toTestParts(failure: TestProblem | TestGateProblem): ProblemParts {
  switch (failure.reason) {
    case 'unknownTest':
      return { status: 404, detail: 'The project has no such test.' };
    case 'testsFull': {
      const detail = `A project has room for ${TEST_LIMITS.tests} tests. Remove one first.`;
      return { status: 409, detail };
    }
    case 'secretInTest': {
      const detail = `The test contains what looks like ${failure.kind}, and tests are part of what you download. Set it as a secret of the project, and leave it out here.`;
      return { status: 422, detail };
    }
    case 'testsNotRun': {
      const { version, names } = failure;
      const detail = `This project publishes a version once its tests pass. Run them on version ${version} with the mock upstream first; not run yet: ${list(names)}`;
      return { status: 409, type: TESTS_NOT_RUN_TYPE, title: 'tests_not_run', detail };
    }
    case 'testsFailed': {
      const { version, names, regressions } = failure;
      const passed =
        regressions.length === 0 ? '' : ` Passed on an earlier version: ${list(regressions)}`;
      const detail = `This project publishes a version once its tests pass. Failed on version ${version}: ${list(names)}${passed}`;
      return { status: 409, type: TESTS_FAILED_TYPE, title: 'tests_failed', detail };
    }
  }
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).map((name) => `“${name}”`);
  const rest = names.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
