import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { findOwnDraft } from '#app/drafts/find-draft.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { putMessage } from '#app/platform/one-time-message.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { beginConnection } from './begin-connection.server.ts';
import { clearBrowser } from './connection-browser.server.ts';
import { BegunConnection, ConnectionPlace } from './connection.ts';
import { finishConnection } from './finish-connection.server.ts';

const MAX_BODY_BYTES = 4_096;

/** Connections of drafts, mounted at `/api/drafts` beside the drafts themselves. */
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
    const begun = await beginConnection(app, c.req.raw, found.value, c.req.valid('json'));
    if (!begun.ok) return answerProblem(app, begun);
    const { url, setCookie } = begun.value;
    const headers = { ...PRIVATE_HEADERS, 'set-cookie': setCookie };
    return answerJson(BegunConnection, { url }, { headers });
  },
);

/** Where people come back to from an API's sign-in, mounted at `/connect`. */
export const connectionCallback = new Hono<AppEnv>().get('/callback', async (c) => {
  const { app } = c.var;
  const key = `connect:${addressKey(c.req.raw)}`;
  const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
  if (refused) return refused;
  const { draft, isConnected, text } = await finishConnection(app, c.req.raw);
  // The code must not stay in the address bar; and only our own pages are led to.
  const answer = new Response(null, {
    status: 303,
    headers: { location: draft === null ? '/' : `/chat/${draft}`, 'cache-control': 'no-store' },
  });
  const message = await putMessage(app, text, isConnected ? 'pass' : 'fail');
  const cookies = draft === null ? [] : clearBrowser(new URL(c.req.url));
  if (message !== null) cookies.push(message);
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie);
  return answer;
});
