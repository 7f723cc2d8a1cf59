import { Hono } from 'hono';

import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { describeApi } from './document/describe-api.server.ts';
import { OPERATIONS } from './operations/operations.server.ts';
import { answerKeyFailure, requireKey } from './require-key.server.ts';

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
    const caller = await requireKey(app, c.req.raw);
    // Who is refused again and again counts by their address, and a key by itself.
    const who = caller.ok ? `v1:${caller.value.key}` : `refused:${addressKey(c.req.raw)}`;
    const limited = await refuseAboveRate(app, app.env.LIMIT_CALLS, who);
    if (limited) return limited;
    return caller.ok ? run(c, caller.value) : answerKeyFailure(app, caller);
  });
}
