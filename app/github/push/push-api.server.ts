import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { ProjectPush } from '#app/github/links/project-link.ts';
import { toProjectPush } from '#app/github/links/view-link.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject, findVersionIn } from '#app/projects/find-project.server.ts';

import { answerLinkProblem } from './push-problem.server.ts';
import { NewPush, PushPreview } from './push-preview.ts';
import { startPreview, startPush } from './start-push.server.ts';

/** Pushes of projects to their repositories, part of `/api/projects`. */
export const pushApi = new Hono<AppEnv>().post(
  '/:id/github/pushes',
  zValidator('json', NewPush, answerInvalid),
  async (c) => {
    const { app } = c.var;
    // Comparing costs computing time, and requests to GitHub.
    const key = `push:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const own = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!own.ok) return answerLinkProblem(app, own);
    const asked = c.req.valid('json');
    const found = await findVersionIn(app, own.value, asked.version);
    if (!found.ok) return answerLinkProblem(app, found);
    if (c.req.query('preview') !== undefined) {
      const preview = await startPreview(app, found.value);
      if (!preview.ok) return answerLinkProblem(app, preview);
      return answerJson(PushPreview, preview.value, { headers: PRIVATE_HEADERS });
    }
    const made = await startPush(app, c.req.raw, found.value, asked);
    if (!made.ok) return answerLinkProblem(app, made);
    const { push, link } = made.value;
    const view = toProjectPush(push, link, { webUrl: app.config.GITHUB_WEB_URL });
    return answerJson(ProjectPush, view, { headers: PRIVATE_HEADERS });
  },
);
