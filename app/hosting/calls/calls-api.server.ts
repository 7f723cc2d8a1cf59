import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { listKeyNames } from '#app/api-keys/api-key-store.server.ts';
import { getAccountLimits } from '#app/hosting/quota/account-limits.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { dropLease } from '#app/projects/endpoint/lease-cache.server.ts';
import { findOwnProject, type FoundProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { answerDownload, DOWNLOAD_FORMATS } from './archive/call-download.server.ts';
import { findCalls } from './archive/find-calls.server.ts';
import { streamCalls } from './archive/stream-calls.server.ts';
import { CallEnding, LogSettings, NamedCallPage, UsageView, type CallPage } from './call-entry.ts';
import type { CallFilter } from './call-filter.ts';
import { toCallLogStub } from './call-log-stub.server.ts';
import { viewUsage } from './view-usage.server.ts';

const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;
const DAY_MS = 24 * 60 * 60 * 1_000;

const Filter = z.object({
  tool: z.string().max(200).optional(),
  end: z.enum(CallEnding.options).optional(),
  key: z.string().max(100).optional(),
  version: z.coerce.number().int().min(1).optional(),
  since: z.coerce.number().int().min(0).optional(),
  until: z.coerce.number().int().min(0).optional(),
});

/** Which calls to list, as an address has it. */
const CallQuery = Filter.extend({
  /** Calls with a lower id. */
  before: z
    .string()
    .regex(/^[0-9A-Z~]{1,32}$/)
    .optional(),
  /** Calls that arrived after the one with this number. */
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(DEFAULT_PAGE),
});

const DownloadQuery = Filter.extend({ format: z.enum(DOWNLOAD_FORMATS) });

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
    const { before, after, limit, ...asked } = c.req.valid('query');
    const { project } = found.value;
    const filter = await withinPlan(app, found.value, asked);
    const page =
      after === undefined
        ? await findCalls(app, project.id, filter, { before, limit })
        : await listNew(app, project.id, filter, after);
    const ids = new Set(page.calls.flatMap((call) => call.key ?? []));
    const keyNames = await listKeyNames(app.env.DB, project.account, [...ids]);
    return answerJson(NamedCallPage, { ...page, keyNames }, { headers: PRIVATE_HEADERS });
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
    const filter = await withinPlan(app, found.value, asked);
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
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProjectProblem(app, found);
    const { id } = found.value.project;
    const stub = toCallLogStub(app.env, id);
    await stub.changeLogSettings(c.req.valid('json'));
    dropLease(id);
    return answerJson(LogSettings, await stub.readLogSettings(), { headers: PRIVATE_HEADERS });
  });

async function listNew(
  app: AppContext,
  project: string,
  filter: CallFilter,
  after: number,
): Promise<CallPage> {
  const { calls, tail } = await toCallLogStub(app.env, project).listNewCalls(
    filter,
    after,
    MAX_PAGE,
  );
  return { calls, tail, next: null, kept: 0 };
}

/** Calls that are older than the plan keeps them are not shown, though their removal may yet come. */
async function withinPlan(
  app: AppContext,
  { project }: FoundProject,
  filter: CallFilter,
): Promise<CallFilter> {
  const { logDays } = await getAccountLimits(app, project.account);
  const oldest = Date.now() - logDays * DAY_MS;
  return { ...filter, since: Math.max(filter.since ?? 0, oldest) };
}
