import { Hono } from 'hono';

import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { DraftReport, toEtag } from '#app/drafts/draft.ts';
import { findDraftToShow } from '#app/drafts/find-draft.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';

import { toBadge } from './report-badge.ts';
import { reportDraft } from './report-draft.server.ts';

/** A README that is looked at often need not ask each time. */
const BADGE_CACHE = 'public, max-age=300';

/**
 * Readiness reports of drafts, mounted at `/api/drafts` beside the drafts themselves. They are the
 * same for all who know the draft, so who cannot prove who they are right now gets them, too.
 */
export const reportsApi = new Hono<AppEnv>()
  .get('/:id/report', async (c) => {
    const found = await findDraftToShow(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { head } = found.value;
    const report = await reportDraft(c.var.app, head);
    const headers = { ...PRIVATE_HEADERS, etag: toEtag(head.revision) };
    return answerJson(DraftReport, report, { headers });
  })
  .get('/:id/badge.svg', async (c) => {
    const found = await findDraftToShow(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { verdict } = await reportDraft(c.var.app, found.value.head);
    return c.body(toBadge(verdict), 200, {
      'content-type': 'image/svg+xml',
      'cache-control': BADGE_CACHE,
    });
  });
