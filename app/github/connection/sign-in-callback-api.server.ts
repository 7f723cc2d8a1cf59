import { Hono } from 'hono';

import type { AppEnv } from '#app/platform/app-context.ts';
import { putMessage } from '#app/platform/one-time-message.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { finishSignIn } from './finish-sign-in.server.ts';

/** Where GitHub sends users back to, mounted at `/auth`: it leads on to a page of ours, with a message. */
export const signInCallbackApi = new Hono<AppEnv>().get('/callback', async (c) => {
  const { app } = c.var;
  const key = `github-callback:${addressKey(c.req.raw)}`;
  const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
  if (refused) return refused;
  const { path, tone, text } = await finishSignIn(app, c.req.raw);
  // The code must not stay in the address bar.
  const headers = new Headers({ location: path, 'cache-control': 'no-store' });
  const message = await putMessage(app, text, tone);
  if (message !== null) headers.append('set-cookie', message);
  return new Response(null, { status: 303, headers });
});
