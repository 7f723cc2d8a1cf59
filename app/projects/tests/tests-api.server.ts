import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { findByFormat } from '#app/platform/credentials/find-credentials.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { ProjectTest, TestList } from './project-test.ts';
import type { TestProblem } from './test-problem.server.ts';
import { deleteTest, insertTest, listResults, listTests, updateTest } from './test-store.server.ts';

/** Which version's results to show; absent: the latest one's. */
const TestQuery = z.object({ version: z.coerce.number().int().min(1).optional() });

/** Saved tests of projects, part of `/api/projects`. */
export const testsApi = new Hono<AppEnv>()
  .get('/:id/tests', zValidator('query', TestQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const { id, latest } = found.value.project;
    const version = c.req.valid('query').version ?? latest;
    const [tests, results] = await Promise.all([
      listTests(app.env.DB, id),
      listResults(app.env.DB, id, version),
    ]);
    return answerJson(TestList, { version, tests, results }, { headers: PRIVATE_HEADERS });
  })
  .post('/:id/tests', zValidator('json', SavedTest, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProjectProblem(app, found);
    const test = checkTest(c.req.valid('json'));
    if (!test.ok) return answerProjectProblem(app, test);
    const { id } = found.value.project;
    const made = await insertTest(app.env.DB, id, test.value, Date.now());
    if (made === null) return answerProjectProblem(app, fail({ reason: 'testsFull' }));
    const headers = { ...PRIVATE_HEADERS, location: `/api/projects/${id}/tests/${made.id}` };
    return answerJson(ProjectTest, made, { status: 201, headers });
  })
  .put('/:id/tests/:test', zValidator('json', SavedTest, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProjectProblem(app, found);
    const test = checkTest(c.req.valid('json'));
    if (!test.ok) return answerProjectProblem(app, test);
    const { id } = found.value.project;
    const name = c.req.param('test');
    const changed = await updateTest(app.env.DB, id, name, test.value, Date.now());
    if (changed === null) return answerProjectProblem(app, fail({ reason: 'unknownTest' }));
    return answerJson(ProjectTest, changed, { headers: PRIVATE_HEADERS });
  })
  .delete('/:id/tests/:test', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProjectProblem(app, found);
    await deleteTest(app.env.DB, found.value.project.id, c.req.param('test'));
    return c.body(null, 204);
  });

/** A test is downloaded with its project: a credential in it would leave with it. */
function checkTest(test: SavedTest): Result<SavedTest, TestProblem> {
  const [found] = findByFormat(JSON.stringify(test));
  return found === undefined ? succeed(test) : fail({ reason: 'secretInTest', kind: found.kind });
}
