import { Hono } from 'hono';

import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { describeApi } from './document/describe-api.server.ts';
import { OPERATIONS } from './operations/operations.server.ts';
import { answerKeyFailure, hasKnownKey, requireKey } from './require-key.server.ts';

/**
 * The management API, mounted at `/api/v1`: for programs with an API key, whatever cookies come along.
 * Routes and document are made of the same table.
 */
export const managementApi = new Hono<AppEnv>().get('/openapi.json', (c) => {
  // Tools of other origins may read it.
  const headers = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' };
  return c.body(JSON.stringify(describeApi(c.var.app.origin)), 200, {
    ...headers,
    'content-type': 'application/json',
  });
});

for (const { method, path, maxBytes, run } of OPERATIONS) {
  managementApi.on(method, path, limitBody(maxBytes), async (c) => {
    const { app } = c.var;
    const count = (who: string) => refuseAboveRate(app, app.env.LIMIT_CALLS, who);
    // What may be a guess counts by its address before the database is asked about it, and a key by itself.
    const isKnown = await hasKnownKey(c.req.raw);
    const guessed = isKnown ? null : await count(`refused:${addressKey(c.req.raw)}`);
    if (guessed) return guessed;
    const caller = await requireKey(app, c.req.raw);
    if (!caller.ok) return answerKeyFailure(app, caller);
    return (await count(`v1:${caller.value.key}`)) ?? run(c, caller.value);
  });
}
