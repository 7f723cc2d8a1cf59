import type { OwnSubscription } from '#app/billing/subscription/own-subscription.ts';
import type { LimitUsage } from '#app/billing/usage.ts';

export const DAY_MS = 24 * 60 * 60 * 1_000;

/** Of somebody who has never bought anything. */
export const OWN: OwnSubscription = {
  state: 'none',
  tier: null,
  isActive: false,
  interval: null,
  amount: null,
  currency: null,
  seats: 1,
  renewsAt: null,
  endsAt: null,
  trialEndsAt: null,
  graceUntil: null,
  hasCustomer: false,
};

/** Of somebody who pays for Pro by the month. */
export const PAID_PRO: OwnSubscription = {
  ...OWN,
  state: 'active',
  tier: 'pro',
  isActive: true,
  interval: 'month',
  amount: 1_900,
  currency: 'eur',
  renewsAt: Date.parse('2027-01-15T12:00:00Z'),
  hasCustomer: true,
};

/** As much of each limit of Pro as somebody may have used. */
export const PRO_USAGE: LimitUsage[] = [
  { limit: 'projects', used: 7, max: 25, resetsAt: null },
  { limit: 'privateEndpoints', used: 1, max: 25, resetsAt: null },
  { limit: 'callsPerMinute', used: 0, max: 600, resetsAt: Date.now() + 30_000 },
  { limit: 'callsPerDay', used: 50_000, max: 50_000, resetsAt: Date.now() + DAY_MS / 4 },
  { limit: 'turnsPerDay', used: null, max: 300, resetsAt: Date.now() + DAY_MS / 4 },
];
