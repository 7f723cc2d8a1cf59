import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { NamedCallPage, UsageView } from './call-entry.ts';
import { CallQuery } from './call-query.ts';
import { viewCalls } from './view-calls.server.ts';
import { viewUsage } from './view-usage.server.ts';

/** The calls of a project's endpoint, mounted at `/api/projects` beside the projects themselves. */
export const callsApi = new Hono<AppEnv>()
  .get('/:id/calls', zValidator('query', CallQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const page = await viewCalls(app, found.value.project, c.req.valid('query'));
    return answerJson(NamedCallPage, page, { headers: PRIVATE_HEADERS });
  })
  .get('/:id/usage', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const usage = await viewUsage(app, found.value.project);
    return answerJson(UsageView, usage, { headers: PRIVATE_HEADERS });
  });
