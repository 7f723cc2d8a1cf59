import { Hono } from 'hono';

import { answerJson } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { checkHealth, getKeptHealth } from './check-health.server.ts';
import { Health } from './health.ts';

/**
 * The state of the service and its parts, mounted at `/api/health`: for everybody, so that a monitor needs no key.
 * Most answers come from memory; who makes this isolate look at its parts too often is refused.
 */
export const healthApi = new Hono<AppEnv>().get('/', async (c) => {
  const { app } = c.var;
  const known = getKeptHealth(app, Date.now());
  if (known === null) {
    const key = `health:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, key);
    if (refused) return refused;
  }
  const health = known ?? (await checkHealth(app, Date.now()));
  return answerJson(Health, health, {
    status: health.status === 'down' ? 503 : 200,
    headers: { 'cache-control': 'no-store' },
  });
});
