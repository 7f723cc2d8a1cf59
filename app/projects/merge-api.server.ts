import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { findOwnVersion } from './find-project.server.ts';
import { mergeVersion, previewMerge } from './merge-version.server.ts';
import { VersionMerge } from './project-change.ts';
import { answerProjectProblem } from './project-problem.server.ts';
import { MergedDraft, MergePreview } from './version-merge.ts';

/** Room for as many choices as a merge takes. */
const MAX_BODY_BYTES = 1_048_576;

/** Merges a version into a draft; part of `/api/projects`. */
export const mergeApi = new Hono<AppEnv>().post(
  '/:id/versions/:number/merge',
  limitBody(MAX_BODY_BYTES),
  zValidator('json', VersionMerge, answerInvalid),
  async (c) => {
    const { app } = c.var;
    // Merging costs computing time, as comparing does.
    const key = `diff:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const { id, number } = c.req.param();
    const found = await findOwnVersion(app, c.req.raw, id, number, 'editor');
    if (!found.ok) return answerProjectProblem(app, found);
    const body = c.req.valid('json');
    if (c.req.query('preview') !== undefined) {
      const preview = await previewMerge(app, c.req.raw, found.value, body);
      if (!preview.ok) return answerProjectProblem(app, preview);
      return answerJson(MergePreview, preview.value, { headers: PRIVATE_HEADERS });
    }
    const merged = await mergeVersion(app, c.req.raw, found.value, body);
    if (!merged.ok) return answerProjectProblem(app, merged);
    return answerJson(MergedDraft, merged.value, { headers: PRIVATE_HEADERS });
  },
);
