import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { findOwnDraft } from '#app/drafts/find-draft.server.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { putMessage } from '#app/platform/one-time-message.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { answerBegun } from './answer-begun.server.ts';
import { clearBrowser } from './connection-browser.server.ts';
import { ConnectionPlace } from './connection.ts';
import { findDraftHolder, toDraftHolder } from './draft-holder.server.ts';
import { finishConnection, type FindHolder } from './finish-connection.server.ts';

const MAX_BODY_BYTES = 4_096;

/**
 * Connections of drafts, mounted at `/api/drafts` beside the drafts themselves. Only the owner connects: what they
 * allow there is used by everybody who has the draft's token.
 */
export const connectApi = new Hono<AppEnv>().post(
  '/:id/connections',
  limitBody(MAX_BODY_BYTES),
  zValidator('json', ConnectionPlace, answerInvalid),
  async (c) => {
    const { app } = c.var;
    const key = `connect:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const found = await findOwnDraft(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const { head, access } = found.value;
    if (access !== 'owner') return answerProblem(app, { reason: 'ownerConnects' });
    const holder = await toDraftHolder(app, head);
    return answerBegun(app, c.req.raw, holder, c.req.valid('json'));
  },
);

/**
 * Where people come back to from an API's sign-in, mounted at `/connect`.
 *
 * @param findCaller finds a caller of an endpoint.
 */
export function createConnectionCallback(findCaller: FindHolder) {
  return new Hono<AppEnv>().get('/callback', async (c) => {
    const { app } = c.var;
    const key = `connect:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const holders = { draft: findDraftHolder, endpoint: findCaller };
    const { path, isConnected, text } = await finishConnection(app, c.req.raw, holders);
    // The code must not stay in the address bar; and only our own pages are led to.
    const answer = new Response(null, {
      status: 303,
      headers: { location: path ?? '/', 'cache-control': 'no-store' },
    });
    const message = await putMessage(app, text, isConnected ? 'pass' : 'fail');
    const cookies = path === null ? [] : clearBrowser(new URL(c.req.url));
    if (message !== null) cookies.push(message);
    for (const cookie of cookies) answer.headers.append('set-cookie', cookie);
    return answer;
  });
}
