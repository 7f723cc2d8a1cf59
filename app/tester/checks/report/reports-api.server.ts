import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { identify } from '#app/auth/caller.server.ts';
import { issueGuest } from '#app/auth/guest.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { ChecksReport, LinkedReport } from './checks-report.ts';
import { findLinkedReport } from './find-linked-report.server.ts';
import {
  MAX_REPORTS,
  removeCheckReport,
  REPORT_LIFETIME_MS,
  saveCheckReport,
  type ReportOwner,
} from './report-store.server.ts';
import { toShareable } from './to-shareable.ts';

/** A report of a server with 75 checks and evidence for each has 200 KB. */
const MAX_BODY_BYTES = 700_000;
const MISSING = 'There is no such report, or it is not yours.';

/** Reports of the tester's checks that are shared by a link, mounted at `/api/tester/reports`. Everybody may read one. */
export const checkReportsApi = new Hono<AppEnv>()
  .use(limitCalls)
  .post(
    '/',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', ChecksReport, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const key = `report:${addressKey(c.req.raw)}`;
      const refused = await refuseAboveRate(app, app.env.LIMIT_UPLOADS, key);
      if (refused) return refused;
      return shareReport(app, c.req.raw, toShareable(c.req.valid('json')));
    },
  )
  .get('/:id', async (c) => {
    const { app } = c.var;
    const shared = await findLinkedReport(app, c.req.raw, c.req.param('id'));
    if (!shared.ok) return answerAuthFailure(app, shared);
    return shared.value === null
      ? problem(app, { status: 404, detail: MISSING })
      : answerJson(LinkedReport, shared.value, { headers: PRIVATE_HEADERS });
  })
  .delete('/:id', async (c) => {
    const { app } = c.var;
    const caller = await identify(app, c.req.raw);
    if (!caller.ok) return answerAuthFailure(app, caller);
    const owner: ReportOwner | null =
      caller.value.kind === 'user'
        ? { accountId: caller.value.accountId }
        : caller.value.kind === 'guest'
          ? { guestId: caller.value.guest.id }
          : null;
    const isGone = owner && (await removeCheckReport(app.env.DB, c.req.param('id'), owner));
    return isGone ? c.body(null, 204) : problem(app, { status: 404, detail: MISSING });
  });

async function shareReport(
  app: AppContext,
  request: Request,
  report: ChecksReport,
): Promise<Response> {
  const caller = await identify(app, request);
  if (!caller.ok) return answerAuthFailure(app, caller);
  const issued = caller.value.kind === 'user' ? null : await issueGuest(app, request);
  const owner: ReportOwner =
    caller.value.kind === 'user'
      ? { accountId: caller.value.accountId }
      : { guestId: issued?.guest.id ?? '' };
  const id = randomId();
  const now = Date.now();
  if (!(await saveCheckReport(app.env.DB, id, owner, report, now))) {
    const detail =
      issued === null
        ? `You share ${MAX_REPORTS} reports. Delete one that nobody needs any more.`
        : 'Guests share as many reports as there is room for. Sign in to share this one.';
    return problem(app, { status: 409, detail });
  }
  const expiresAt = new Date(now + REPORT_LIFETIME_MS).toISOString();
  const headers = new Headers(PRIVATE_HEADERS);
  if (issued?.setCookie) headers.append('set-cookie', issued.setCookie);
  return answerJson(LinkedReport, { id, report, expiresAt, isOwn: true }, { status: 201, headers });
}
