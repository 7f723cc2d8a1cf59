import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { logError } from '#app/platform/failures/answer-error.ts';
import { PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { createEventStream } from '#app/platform/event-stream.server.ts';
import { toProblem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';
import { NewTestRun, TEST_RUN_EVENTS } from '#app/projects/tests/project-test.ts';

import { findTestRun } from './find-test-run.server.ts';
import { runSavedTests } from './run-saved-tests.server.ts';

/** Runs of saved tests, mounted at `/api/projects` beside the projects themselves. */
export const testRunsApi = new Hono<AppEnv>().post(
  '/:id/test-runs',
  zValidator('json', NewTestRun, answerInvalid),
  async (c) => {
    const { app } = c.var;
    const request = c.req.raw;
    const found = await findOwnProject(app, request, c.req.param('id'));
    if (!found.ok) return answerProjectProblem(app, found);
    // Up to two hundred calls.
    const key = `tests:${found.value.project.id}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const run = await findTestRun(app, request, found.value, c.req.valid('json'));
    if (!run.ok) return answerProjectProblem(app, run);
    return createEventStream(
      TEST_RUN_EVENTS,
      async (send, gone) => {
        try {
          const ran = await runSavedTests(app, run.value, gone, (result) => send('result', result));
          send('end', { ran, skipped: run.value.tests.length - ran });
        } catch (error) {
          // The status is sent already, so what nobody expected ends the stream as an event.
          send('problem', toProblem(app, logError(app, request, error)));
        }
      },
      app.waitUntil,
      PRIVATE_HEADERS,
    );
  },
);
