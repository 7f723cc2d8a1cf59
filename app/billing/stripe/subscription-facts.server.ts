import type Stripe from 'stripe';

import type { SUBSCRIPTION_STATES } from '#app/billing/subscription/own-subscription.ts';

export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Our row of a subscription, as far as it follows from Stripe. Times are milliseconds since 1970. */
export interface SubscriptionFacts {
  subscriptionId: string | null;
  tier: string;
  state: SubscriptionState;
  isActive: boolean;
  paidUntil: number | null;
  interval: string | null;
  amount: number | null;
  currency: string | null;
  seats: number;
  renewsAt: number | null;
  endsAt: number | null;
  trialEndsAt: number | null;
  graceUntil: number | null;
}

/** Facts that the subscription itself does not tell. */
export interface PriceFacts {
  tier: string;
  /** Of one seat, in the currency of the subscription. */
  unitAmount: number | null;
}

/** Of the row as it was. */
export type FormerState = Pick<SubscriptionFacts, 'subscriptionId' | 'graceUntil'> & {
  state: string | null;
};

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The plan stays so long after a payment has failed. */
export const GRACE_MS = 7 * DAY_MS;

/** Stripe repeats a lost webhook for three days: so long a renewal may be unknown here. */
export const LATE_MS = 3 * DAY_MS;

export const NO_FACTS: SubscriptionFacts = {
  subscriptionId: null,
  tier: 'free',
  state: 'none',
  isActive: false,
  paidUntil: null,
  interval: null,
  amount: null,
  currency: null,
  seats: 1,
  renewsAt: null,
  endsAt: null,
  trialEndsAt: null,
  graceUntil: null,
};

/**
 * Makes our row out of Stripe's subscription. `isReversed`: everything that was paid for the current period went
 * back, by refunds or disputes.
 */
export function toSubscriptionFacts(
  subscription: Stripe.Subscription,
  price: PriceFacts,
  given: { isReversed: boolean; former: FormerState | null },
): SubscriptionFacts {
  const [item] = subscription.items.data;
  const seats = item?.quantity ?? 1;
  const facts: SubscriptionFacts = {
    ...NO_FACTS,
    subscriptionId: subscription.id,
    tier: price.tier,
    interval: item?.price.recurring?.interval ?? null,
    amount: price.unitAmount === null ? null : price.unitAmount * seats,
    currency: subscription.currency,
    seats,
    endsAt: toEnd(subscription),
    trialEndsAt: subscription.status === 'trialing' ? toMs(subscription.trial_end) : null,
  };
  return { ...facts, ...toTerms(subscription, facts.endsAt, given) };
}

type Terms = Pick<
  SubscriptionFacts,
  'state' | 'isActive' | 'paidUntil' | 'renewsAt' | 'graceUntil'
>;

function toTerms(
  subscription: Stripe.Subscription,
  endsAt: number | null,
  { isReversed, former }: { isReversed: boolean; former: FormerState | null },
): Terms {
  const periodEnd = toPeriodEnd(subscription);
  const isPaused = subscription.pause_collection !== null;
  const { status } = subscription;
  switch (status) {
    case 'trialing':
    case 'active': {
      if (isReversed) return inactive('unpaid');
      if (isPaused) return toPaused(subscription, periodEnd, endsAt);
      const end = status === 'trialing' ? toMs(subscription.trial_end) : periodEnd;
      // A cancellation may be set to a day beyond the period that is paid.
      const paidUntil = end === null ? endsAt : earlier(end + LATE_MS, endsAt);
      const terms = active(status === 'trialing' ? 'trialing' : 'active', paidUntil);
      return { ...terms, renewsAt: endsAt === null ? end : null };
    }
    case 'past_due': {
      if (isPaused) return toPaused(subscription, periodEnd, endsAt);
      const graceUntil = toGrace(subscription, former);
      const paidUntil = earlier(graceUntil, endsAt);
      return { ...active('pastDue', paidUntil), graceUntil, renewsAt: endsAt ? null : periodEnd };
    }
    case 'unpaid':
      return inactive('unpaid');
    case 'paused':
      return inactive('paused');
    case 'incomplete':
      return inactive('incomplete');
    case 'canceled':
    case 'incomplete_expired':
      return inactive('none');
    default:
      // A state that Stripe has invented since: it says not that anybody pays.
      return inactive('unpaid');
  }
}

/** While nothing is collected, the plan stays to the end of what is paid already. */
function toPaused(
  { latest_invoice: invoice }: Stripe.Subscription,
  periodEnd: number | null,
  endsAt: number | null,
): Terms {
  const isPaid = typeof invoice === 'object' && invoice?.status === 'paid';
  if (!isPaid || periodEnd === null) return inactive('paused');
  return active('paused', earlier(periodEnd, endsAt));
}

/** Grace begins with the invoice that was not paid; a later invoice that is not paid either prolongs nothing. */
function toGrace(subscription: Stripe.Subscription, former: FormerState | null): number {
  const { latest_invoice: invoice, items } = subscription;
  const unpaidSince =
    typeof invoice === 'object' && invoice !== null
      ? invoice.created
      : (items.data[0]?.current_period_start ?? subscription.start_date);
  const grace = unpaidSince * 1_000 + GRACE_MS;
  const isSame = former?.state === 'pastDue' && former.subscriptionId === subscription.id;
  return isSame && former.graceUntil !== null ? Math.min(former.graceUntil, grace) : grace;
}

function toEnd(subscription: Stripe.Subscription): number | null {
  if (subscription.cancel_at !== null) return toMs(subscription.cancel_at);
  return subscription.cancel_at_period_end ? toPeriodEnd(subscription) : null;
}

function toPeriodEnd({ items }: Stripe.Subscription): number | null {
  return toMs(items.data[0]?.current_period_end ?? null);
}

function inactive(state: SubscriptionState): Terms {
  return { state, isActive: false, paidUntil: null, renewsAt: null, graceUntil: null };
}

function active(state: SubscriptionState, paidUntil: number | null): Terms {
  return { state, isActive: true, paidUntil, renewsAt: null, graceUntil: null };
}

function toMs(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1_000;
}

function earlier(one: number, other: number | null): number {
  return other === null ? one : Math.min(one, other);
}
