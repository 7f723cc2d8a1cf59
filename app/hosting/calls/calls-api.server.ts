import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { listKeyNames } from '#app/api-keys/api-key-store.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { CallEnd, NamedCallPage, UsageView } from './call-entry.ts';
import { toCallLogStub } from './call-log-stub.server.ts';
import { viewUsage } from './view-usage.server.ts';

const MAX_PAGE = 200;

/** Which calls to list, as an address has it. */
const CallQuery = z.object({
  tool: z.string().optional(),
  end: z.enum(CallEnd.options).optional(),
  key: z.string().optional(),
  before: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
});

/** The calls of a project's endpoint, mounted at `/api/projects` beside the projects themselves. */
export const callsApi = new Hono<AppEnv>()
  .get('/:id/calls', zValidator('query', CallQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const { tool, end, key, before, limit } = c.req.valid('query');
    const page = await toCallLogStub(app.env, found.value.project.id).listCalls({
      ...(tool !== undefined && { tool }),
      ...(end !== undefined && { end }),
      ...(key !== undefined && { key }),
      ...(before !== undefined && { before }),
      ...(limit !== undefined && { limit }),
    });
    const ids = new Set(page.calls.flatMap((call) => call.key ?? []));
    const keyNames = await listKeyNames(app.env.DB, found.value.project.account, [...ids]);
    return answerJson(NamedCallPage, { ...page, keyNames }, { headers: PRIVATE_HEADERS });
  })
  .get('/:id/usage', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const usage = await viewUsage(app, found.value.project);
    return answerJson(UsageView, usage, { headers: PRIVATE_HEADERS });
  });
