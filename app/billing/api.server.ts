import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { readBearer } from '#app/auth/bearer.ts';
import { requireBearer } from '#app/auth/check-bearer.server.ts';
import type { AppEnv } from '#app/platform/app-context.ts';

import { loadStatus } from './load-status.server.ts';
import { answerTierFailure } from './tier-problem.server.ts';

/** What a user pays for, mounted at `/stripe`. Any valid ID token is answered, and nothing else. */
export const subscriptionApi = new Hono<AppEnv>().get('/subscription/status', async (c) => {
  const { app } = c.var;
  const claims = await requireBearer(app, c.req.raw);
  if (!claims.ok) return answerAuthFailure(app, claims);
  const bearer = readBearer(c.req.raw);
  const subscriber = { uid: claims.value.uid, bearer: bearer.ok ? bearer.value : null };
  const status = await loadStatus(app, subscriber);
  if (!status.ok) return answerTierFailure(app, status);
  return c.json(status.value, 200, { 'cache-control': 'private, no-store' });
});
