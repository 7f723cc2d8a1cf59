import { TIER_NAMES } from '#app/billing/limits.ts';

import type { OwnSubscription } from './own-subscription.ts';

/** How a subscription stands, in the words of its badge. */
export interface SubscriptionBadge {
  tone: 'plain' | 'blue' | 'pencil' | 'pass' | 'warn' | 'fail';
  text: string;
}

/** The badge of a subscription; null: there is none. */
export function toStateBadge({ state, endsAt }: OwnSubscription): SubscriptionBadge | null {
  switch (state) {
    case 'none':
      return null;
    case 'incomplete':
      return { tone: 'warn', text: 'Payment not complete' };
    case 'pastDue':
      return { tone: 'warn', text: 'Payment failed' };
    case 'unpaid':
      return { tone: 'fail', text: 'Not paid' };
    case 'paused':
      return { tone: 'plain', text: 'Paused' };
    case 'trialing':
      return endsAt === null ? { tone: 'blue', text: 'Trial' } : CANCELLED;
    case 'active':
      return endsAt === null ? { tone: 'pass', text: 'Active' } : CANCELLED;
  }
}

const CANCELLED: SubscriptionBadge = { tone: 'pencil', text: 'Cancelled' };

/** The plan's name: that of the subscription, or Free. */
export function toPlanName({ tier }: Pick<OwnSubscription, 'tier'>): string {
  return TIER_NAMES[tier ?? 'free'];
}
