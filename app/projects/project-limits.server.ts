import type { UserCaller } from '#app/auth/caller.server.ts';
import { LIMITS, type GateTier, type Limits } from '#app/billing/limits.ts';
import { getCallerTier } from '#app/billing/require-tier.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

/** The plan of who asks, and its limits. */
export interface CallerLimits {
  has: GateTier;
  limits: Limits;
}

export async function getPlanLimits(
  app: AppContext,
  request: Request,
  caller: UserCaller,
): Promise<Result<CallerLimits, { reason: 'statusUnavailable' }>> {
  const tier = await getCallerTier(app, request, caller);
  return tier.ok ? succeed({ has: tier.value, limits: LIMITS[tier.value] }) : tier;
}
