import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { toShownReport } from '#app/blueprint/readiness/report.ts';
import { DraftReport } from '#app/drafts/draft.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import { findOwnProject, findOwnVersion } from '#app/projects/find-project.server.ts';
import { NewPublication } from '#app/projects/project-change.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { publishChecked } from './publish-checked.server.ts';
import { reportOnVersion } from './report-version.server.ts';

/** Checking and publishing versions, mounted at `/api/projects` beside the projects themselves. */
export const publicationApi = new Hono<AppEnv>()
  .get('/:id/versions/:number/report', async (c) => {
    const { app } = c.var;
    const { id, number } = c.req.param();
    const found = await findOwnVersion(app, c.req.raw, id, number);
    if (!found.ok) return answerProjectProblem(app, found);
    const report = toShownReport(await reportOnVersion(app, found.value));
    return answerJson(DraftReport, report, { headers: PRIVATE_HEADERS });
  })
  .post('/:id/publication', zValidator('json', NewPublication, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProjectProblem(app, found);
    const published = await publishChecked(app, c.req.raw, found.value, c.req.valid('json'));
    if (!published.ok) return answerProjectProblem(app, published);
    return answerJson(EndpointView, published.value, { headers: PRIVATE_HEADERS });
  });
