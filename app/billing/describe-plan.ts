import { GATE_TIERS, TIER_NAMES, type GateTier } from './limits.ts';
import type { TierState } from './tier-store.ts';

/** Describes a user's plan: its name, and the tier whose limits apply. */
export function describePlan(plan: Pick<TierState, 'tier' | 'hasActiveSubscription' | 'gates'>): {
  title: string;
  detail: string;
} {
  const { tier, hasActiveSubscription, gates } = plan;
  const known = GATE_TIERS.find((each) => each === tier);
  const name = known ? TIER_NAMES[known] : tier;
  const title = `Your plan is ${name}`;
  if (known === gates) return { title, detail: DETAILS[gates] };
  if (!hasActiveSubscription) {
    return { title, detail: 'Its subscription is not active, so the limits of Free apply.' };
  }
  return {
    title,
    detail: `This plan is not listed here; the limits of ${TIER_NAMES[gates]} apply.`,
  };
}

const DETAILS: Record<GateTier, string> = {
  free: 'It is included with every account.',
  pro: 'Your subscription is active.',
  team: 'Your subscription is active.',
};
