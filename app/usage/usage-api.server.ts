import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import { getCallerTier } from '#app/billing/require-tier.server.ts';
import { answerTierFailure } from '#app/billing/tier-problem.server.ts';
import { Usage } from '#app/billing/usage.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { loadSeatUsage } from './load-seat-usage.server.ts';
import { loadUsage } from './load-usage.server.ts';

/** The use of each limit of the plan by the user's own account, mounted at `/api/usage`. */
export const usageApi = new Hono<AppEnv>().get('/', async (c) => {
  const { app } = c.var;
  const who = `usage:${addressKey(c.req.raw)}`;
  const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, who);
  if (refused) return refused;
  const user = await requireUser(app, c.req.raw);
  if (!user.ok) return answerAuthFailure(app, user);
  const tier = await getCallerTier(app, c.req.raw, user.value);
  // Without the plan no limit is known.
  if (!tier.ok) return answerTierFailure(app, tier);
  const { accountId, uid } = user.value;
  const [limits, seats] = await Promise.all([
    loadUsage(app, accountId, tier.value, Date.now()),
    loadSeatUsage(app, uid),
  ]);
  return answerJson(
    Usage,
    { tier: tier.value, limits: [...limits, ...seats] },
    { headers: PRIVATE_HEADERS },
  );
});
