import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { identify } from '#app/auth/caller.server.ts';
import { readBearer } from '#app/auth/token/bearer.ts';
import { requireBearer } from '#app/auth/token/check-bearer.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { GATE_TIERS, LIMITS, type Limits } from './limits.ts';
import { loadStatus } from './load-status.server.ts';
import { requireTier } from './require-tier.server.ts';
import { SubscriptionStatus } from './subscription-status.ts';
import { answerTierFailure } from './tier-problem.server.ts';

/**
 * The user's subscription over HTTP, mounted at `/stripe`. Requires a valid ID token, and any will
 * do.
 */
export const subscriptionApi = new Hono<AppEnv>().get('/subscription/status', async (c) => {
  const { app } = c.var;
  const claims = await requireBearer(app, c.req.raw);
  if (!claims.ok) return answerAuthFailure(app, claims);
  const bearer = readBearer(c.req.raw);
  const subscriber = { uid: claims.value.uid, bearer: bearer.ok ? bearer.value : null };
  const status = await loadStatus(app, subscriber);
  if (!status.ok) return answerTierFailure(app, status);
  return answerJson(SubscriptionStatus, status.value, { headers: PRIVATE_HEADERS });
});

const TierPath = z.object({ tier: z.enum(GATE_TIERS) });
/** The gate's screen looks only at the status of this answer. */
const TierLimits = TierPath.extend({ limits: z.custom<Limits>() });

/** The limits of a tier, for callers whose own tier reaches so far; mounted at `/api/tier`. */
export const tierApi = new Hono<AppEnv>()
  .use(async (c, next) => {
    const { app } = c.var;
    const key = `tier:${addressKey(c.req.raw)}`;
    return (await refuseAboveRate(app, app.env.LIMIT_CALLS, key)) ?? next();
  })
  .get('/limits/:tier', zValidator('param', TierPath, answerInvalid), async (c) => {
    const { app } = c.var;
    const { tier } = c.req.valid('param');
    const caller = await identify(app, c.req.raw);
    if (!caller.ok) return answerAuthFailure(app, caller);
    const passed = await requireTier(app, c.req.raw, caller.value, tier);
    if (!passed.ok) return answerTierFailure(app, passed);
    return answerJson(TierLimits, { tier, limits: LIMITS[tier] }, { headers: PRIVATE_HEADERS });
  });
