import { Hono } from 'hono';

import { toShownReport } from '#app/blueprint/readiness/report.ts';
import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { mayRead } from '#app/drafts/draft-access.server.ts';
import { DraftReport, toEtag } from '#app/drafts/draft.ts';
import { findDraft, findDraftToShow } from '#app/drafts/find-draft.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';

import { toBadge } from './report-badge.ts';
import { reportDraft } from './report-draft.server.ts';

/** A README that is looked at often need not ask each time. */
const SHARED_BADGE = { 'cache-control': 'public, max-age=300' };

/**
 * Readiness reports of drafts, mounted at `/api/drafts` beside the drafts themselves. They are the same for all
 * who may read the draft.
 */
export const reportsApi = new Hono<AppEnv>()
  .get('/:id/report', async (c) => {
    const found = await findDraft(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { head } = found.value;
    const report = toShownReport(await reportDraft(c.var.app, head));
    const headers = { ...PRIVATE_HEADERS, etag: toEtag(head.revision) };
    return answerJson(DraftReport, report, { headers });
  })
  .get('/:id/badge.svg', async (c) => {
    const found = await findDraftToShow(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { head } = found.value;
    const { verdict } = await reportDraft(c.var.app, head);
    const kept = mayRead(head, 'visitor') ? SHARED_BADGE : PRIVATE_HEADERS;
    return c.body(toBadge(verdict), 200, { ...kept, 'content-type': 'image/svg+xml' });
  });
