import type { GateTier } from '#app/billing/limits.ts';
import type { OwnSubscription } from '#app/billing/subscription/own-subscription.ts';

import type { Interval } from './plan-prices.ts';

/** The next step about a plan: one button, or one sentence. */
export type PlanAction =
  /** It is not known yet what they have. */
  | 'unknown'
  /** It is theirs. */
  | 'own'
  /** It is theirs until the end that they have set. */
  | 'resume'
  /** Nobody has to do anything for Free. */
  | 'build'
  /** Theirs after the end that they have set. */
  | 'later'
  | 'cancel'
  | 'signIn'
  | 'checkout'
  | 'change'
  /** A payment has to be put right first. */
  | 'repair'
  /** They have a plan that was not bought here. */
  | 'elsewhere'
  /** Nothing can be bought on this installation. */
  | 'off';

/** Whoever looks at the plans. */
export interface PlanVisitor {
  isSignedIn: boolean;
  /** Null: not known. */
  own: OwnSubscription | null;
  /** The tier whose limits hold. */
  gates: GateTier;
  canBuy: boolean;
}

/** Decides what a visitor can do about a plan. */
export function decidePlanAction(
  plan: { tier: GateTier; interval: Interval },
  visitor: PlanVisitor,
): PlanAction {
  const { isSignedIn, own, gates, canBuy } = visitor;
  if (!isSignedIn) {
    if (plan.tier === 'free') return 'build';
    return canBuy ? 'signIn' : 'off';
  }
  if (own === null) return 'unknown';
  if (!isBought(own)) return decideWithoutPlan(plan.tier, gates, canBuy);
  if (plan.tier === 'free') return own.endsAt === null ? 'cancel' : 'later';
  const isSame = own.tier === plan.tier && own.interval === plan.interval;
  if (own.state !== 'active' && own.state !== 'trialing') return 'repair';
  if (isSame) return own.endsAt === null ? 'own' : 'resume';
  return canBuy ? 'change' : 'off';
}

/** Whether there is a subscription that can be changed; a first payment that is not through yet is none. */
export function isBought({ state }: OwnSubscription): boolean {
  return state !== 'none' && state !== 'incomplete';
}

function decideWithoutPlan(tier: GateTier, gates: GateTier, canBuy: boolean): PlanAction {
  if (gates !== 'free') return tier === gates ? 'own' : 'elsewhere';
  if (tier === 'free') return 'own';
  return canBuy ? 'checkout' : 'off';
}
