import type { AppContext } from '#app/platform/app-context.ts';

import { INTERVALS } from '#app/billing/plans/plan-prices.ts';
import {
  SUBSCRIPTION_STATES,
  type OwnSubscription,
} from '#app/billing/subscription/own-subscription.ts';
import { readBilling } from './billing-settings.ts';
import { loadCustomerId } from './customer-store.server.ts';
import { toPaidTier } from './fetch-subscription.server.ts';
import { loadSubscriptionRow, type SubscriptionRow } from './own-subscription-store.server.ts';

/** The subscription of an account as our own store knows it. */
export async function loadOwnSubscription(
  { env, config }: Pick<AppContext, 'env' | 'config'>,
  accountId: string,
  now = Date.now(),
): Promise<OwnSubscription> {
  const billing = readBilling(config);
  const isLive = billing.ok ? billing.value.isLive : null;
  const row = await loadSubscriptionRow(env.DB, accountId);
  const customer = isLive === null ? null : await loadCustomerId(env.DB, accountId, isLive);
  const isOfMode = isLive === null || row?.isLive === null || row?.isLive === isLive;
  return toOwnSubscription(isOfMode ? row : null, customer !== null, now);
}

/** The row as it is told at `now`: grace and periods end by themselves. */
export function toOwnSubscription(
  row: SubscriptionRow | null,
  hasCustomer: boolean,
  now: number,
): OwnSubscription {
  const isActive = row?.isActive === true && (row.paidUntil === null || row.paidUntil > now);
  const state = toState(row, isActive);
  if (row === null || state === 'none') return { ...NONE, hasCustomer };
  return {
    state,
    tier: toPaidTier(row.tier),
    isActive,
    interval: INTERVALS.find((known) => known === row.interval) ?? null,
    amount: row.amount,
    currency: row.currency,
    seats: row.seats,
    renewsAt: row.renewsAt,
    endsAt: row.endsAt,
    trialEndsAt: row.trialEndsAt,
    graceUntil: row.graceUntil,
    hasCustomer,
  };
}

const NONE: Omit<OwnSubscription, 'hasCustomer'> = {
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
};

function toState(row: SubscriptionRow | null, isActive: boolean): OwnSubscription['state'] {
  if (row === null) return 'none';
  const state = SUBSCRIPTION_STATES.find((known) => known === row.state);
  // Granted by hand: it was not bought here, and nothing of it can be changed here.
  if (state === undefined) return 'none';
  if (isActive) return state;
  if (state === 'pastDue') return 'unpaid';
  if (state !== 'active' && state !== 'trialing') return state;
  // It has ended; where it was not cancelled, Stripe has not told of a renewal.
  return row.endsAt === null ? 'unpaid' : 'none';
}
