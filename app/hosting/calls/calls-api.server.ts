import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { dropLease } from '#app/projects/endpoint/lease-cache.server.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { answerDownload, DOWNLOAD_FORMATS } from './archive/call-download.server.ts';
import { streamCalls } from './archive/stream-calls.server.ts';
import { LogSettings, NamedCallPage, UsageView } from './call-entry.ts';
import { toCallLogStub } from './call-log-stub.server.ts';
import { CallFilterQuery, CallQuery } from './call-query.ts';
import { viewCalls, withinPlan } from './view-calls.server.ts';
import { viewUsage } from './view-usage.server.ts';

const DownloadQuery = CallFilterQuery.extend({ format: z.enum(DOWNLOAD_FORMATS) });

const UsageQuery = z.object({
  hours: z.enum(['24', '168']).default('24'),
  /** Hours are counted of this tool only. */
  tool: z.string().max(200).optional(),
});

/** Body of `PATCH /api/projects/:id/log`. */
const LogChange = z.strictObject({ keepsArguments: z.boolean() });

/** The calls of a project's endpoint, mounted at `/api/projects` beside the projects themselves. */
export const callsApi = new Hono<AppEnv>()
  .get('/:id/calls', zValidator('query', CallQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const key = `log:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, key);
    if (refused) return refused;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const page = await viewCalls(app, found.value.project, c.req.valid('query'));
    return answerJson(NamedCallPage, page, { headers: PRIVATE_HEADERS });
  })
  .get('/:id/calls/download', zValidator('query', DownloadQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    // Reading the archive costs computing time.
    const refused = await refuseAboveRate(
      app,
      app.env.LIMIT_DRAFTS,
      `calls:${addressKey(c.req.raw)}`,
    );
    if (refused) return refused;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const { format, ...asked } = c.req.valid('query');
    const { project } = found.value;
    const { filter } = await withinPlan(app, project, asked);
    return answerDownload(streamCalls(app, project.id, filter), format, `calls-of-${project.slug}`);
  })
  .get('/:id/usage', zValidator('query', UsageQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const { hours, tool } = c.req.valid('query');
    const usage = await viewUsage(app, found.value.project, { hours: Number(hours), tool });
    return answerJson(UsageView, usage, { headers: PRIVATE_HEADERS });
  })
  .get('/:id/log', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const settings = await toCallLogStub(app.env, found.value.project.id).readLogSettings();
    return answerJson(LogSettings, settings, { headers: PRIVATE_HEADERS });
  })
  .patch('/:id/log', zValidator('json', LogChange, answerInvalid), async (c) => {
    const { app } = c.var;
    const change = c.req.valid('json');
    // Whoever has arguments kept reads what the callers of all members send.
    const role = change.keepsArguments ? 'owner' : 'editor';
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), role);
    if (!found.ok) return answerProjectProblem(app, found);
    const { id } = found.value.project;
    const stub = toCallLogStub(app.env, id);
    if (!(await stub.changeLogSettings(change))) {
      const detail = 'This project has no log yet: publish a version first.';
      return problem(app, { status: 409, detail });
    }
    dropLease(id);
    return answerJson(LogSettings, await stub.readLogSettings(), { headers: PRIVATE_HEADERS });
  });
