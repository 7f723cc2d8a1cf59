import * as z from 'zod/mini';

import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { ProblemDocument } from '#app/platform/read-problem.ts';

/** Where tests are run: on the mock upstream, or on the real one with the secrets of the environment `test`. */
export const TestEnvironment = z.enum(['mock', 'test']);
export type TestEnvironment = z.infer<typeof TestEnvironment>;

/** A test as it was saved: limits of today are not repeated, which would make an older one unreadable. */
const KeptTest = z.custom<SavedTest>((value) => typeof value === 'object' && value !== null);

/** A saved test of a project. Times are milliseconds since 1970. */
export const ProjectTest = z.object({
  id: z.string(),
  /** Rises with each change. */
  revision: z.number(),
  test: KeptTest,
  updatedAt: z.number(),
});
export type ProjectTest = z.infer<typeof ProjectTest>;

/** How a test ended when it was last run. */
export const TestResult = z.object({
  /** Id of the test. */
  test: z.string(),
  environment: TestEnvironment,
  hasPassed: z.boolean(),
  /** Sentences on what was expected and what came; empty: it passed. */
  reasons: z.array(z.string()),
  /** The beginning of the answer, without credentials; null: it passed. */
  evidence: z.nullable(z.string()),
  milliseconds: z.number(),
  ranAt: z.number(),
  /** It fails, and passed when it was last run on an earlier version: a regression since that one. */
  passedOn: z.nullable(z.number()),
});
export type TestResult = z.infer<typeof TestResult>;

/** The tests of a project, oldest first, and how they ended on one version. */
export const TestList = z.object({
  version: z.number(),
  tests: z.array(ProjectTest),
  /** Of the tests as they are now: one that was changed since has none. */
  results: z.array(TestResult),
});
export type TestList = z.infer<typeof TestList>;

/** Body of `POST /api/projects/:id/test-runs`. */
export const NewTestRun = z.strictObject({
  /** A version by its number, or a draft of the caller by its id. */
  target: z.union([z.strictObject({ version: z.number() }), z.strictObject({ draft: z.string() })]),
  environment: TestEnvironment,
  /** Ids of the tests to run; absent: all that are about this upstream. */
  tests: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(200))),
});
export type NewTestRun = z.infer<typeof NewTestRun>;

/** Events of a run: each result as it comes, then `end` or `problem`. */
export const TEST_RUN_EVENTS = {
  result: TestResult,
  end: z.object({
    ran: z.number(),
    /** Tests for which there was no time. */
    skipped: z.number(),
  }),
  problem: ProblemDocument,
};

/** Whether a test is about what answers in an environment. */
export function runsOn({ upstream }: Pick<SavedTest, 'upstream'>, environment: TestEnvironment) {
  return upstream === 'any' || (upstream === 'mock') === (environment === 'mock');
}
