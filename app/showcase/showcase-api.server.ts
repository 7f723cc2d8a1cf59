import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { toVisitorKey } from '#app/auth/to-visitor-key.server.ts';
import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { findDraft } from '#app/drafts/find-draft.server.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { NewChatReport } from './reports/chat-report.ts';
import { saveChatReport } from './reports/chat-report-store.server.ts';

const TOO_MANY =
  'You have reported many chats, or this one was reported often. We will look at it.';

/** Answers to visitors of chats that others share, mounted at `/api/showcase`. */
export const showcaseApi = new Hono<AppEnv>().post(
  '/:id/reports',
  zValidator('json', NewChatReport, answerInvalid),
  async (c) => {
    const { app } = c.var;
    const rate = `report:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_UPLOADS, rate);
    if (refused) return refused;
    const found = await findDraft(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    if (found.value.access !== 'visitor') {
      return problem(app, { status: 409, detail: 'This chat is your own.' });
    }
    const reporter = await toVisitorKey(app, c.req.raw);
    if (!reporter.ok) return answerAuthFailure(app, reporter);
    const report = c.req.valid('json');
    const isTaken = await saveChatReport(
      app.env.DB,
      found.value.head.id,
      reporter.value,
      report,
      Date.now(),
    );
    return isTaken ? c.body(null, 204) : problem(app, { status: 429, detail: TOO_MANY });
  },
);
