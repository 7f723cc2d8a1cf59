import { LIMITS, type Limits } from '#app/billing/limits.ts';
import { getCallerTier, getTier } from '#app/billing/require-tier.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { ProjectCaller } from './project-caller.ts';

/** The limits of the plan of who asks. */
export async function getPlanLimits(
  app: AppContext,
  request: Request,
  caller: ProjectCaller,
): Promise<Result<Limits, { reason: 'statusUnavailable' }>> {
  // A key is no token that a product API would take.
  const tier =
    caller.kind === 'key'
      ? await getTier(app, { uid: caller.uid, bearer: null })
      : await getCallerTier(app, request, caller);
  return tier.ok ? succeed(LIMITS[tier.value]) : tier;
}
