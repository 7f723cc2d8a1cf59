import type { MiddlewareHandler } from 'hono';

import type { AppEnv } from './app-context.ts';
import { addressKey } from './outbound/http-limits.ts';
import { refuseAboveRate } from './rate-limit.server.ts';

/** Counts a call of our own API by the address that it comes from; answers 429 to one too many. */
export const limitCalls: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { app } = c.var;
  const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, `api:${addressKey(c.req.raw)}`);
  return refused ?? next();
};
