import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';

import { describePull } from './describe-pull.ts';
import { loadEdits } from './load-edits.server.ts';
import { answerPullProblem } from './pull-problem.server.ts';
import { NewPull, PulledEdits, PullPreview } from './pull-preview.ts';
import { takeEdits } from './take-edits.server.ts';

/** Room for as many choices as a pull takes. */
const MAX_BODY_BYTES = 2_097_152;

/** Edits of repositories that come back into their projects, part of `/api/projects`. */
export const pullApi = new Hono<AppEnv>().post(
  '/:id/github/pull',
  limitBody(MAX_BODY_BYTES),
  zValidator('json', NewPull, answerInvalid),
  async (c) => {
    const { app } = c.var;
    // Reading costs computing time, and requests to GitHub.
    const key = `pull:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerPullProblem(app, found);
    if (c.req.query('preview') !== undefined) {
      const pull = await loadEdits(app, found.value);
      if (!pull.ok) return answerPullProblem(app, pull);
      return answerJson(PullPreview, describePull(pull.value), { headers: PRIVATE_HEADERS });
    }
    const taken = await takeEdits(app, c.req.raw, found.value, c.req.valid('json'));
    if (!taken.ok) return answerPullProblem(app, taken);
    return answerJson(PulledEdits, taken.value, { headers: PRIVATE_HEADERS });
  },
);
