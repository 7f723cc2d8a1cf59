import { authorizedFetch } from '#app/auth/authorized-fetch.ts';

import { toGates } from './limits.ts';
import { SubscriptionStatus } from './subscription-status.ts';
import type { TierState } from './tier-store.ts';

/** Asks what the signed-in user pays for; throws where that cannot be known, or nobody is signed in. */
export async function fetchTier(signal: AbortSignal): Promise<TierState> {
  const parts = { isTokenNeeded: true };
  const response = await authorizedFetch('/stripe/subscription/status', { signal }, parts);
  if (!response.ok) throw new Error(`The tier was answered with status ${response.status}`);
  const status = SubscriptionStatus.parse(await response.json());
  return {
    tier: status.currentPlan.tier,
    hasActiveSubscription: status.hasActiveSubscription,
    gates: toGates(status),
    isChecking: false,
  };
}
