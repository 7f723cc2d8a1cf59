import type Stripe from 'stripe';

import type { SubscriptionRow } from './own-subscription-store.server.ts';
import { toSubscriptionFacts } from './subscription-facts.server.ts';

const COMPARED = [
  'subscriptionId',
  'state',
  'isActive',
  'interval',
  'currency',
  'seats',
  'renewsAt',
  'endsAt',
  'trialEndsAt',
] as const;

/**
 * Whether our row says of a subscription what Stripe's list says of it. What the list does not tell (payments that were
 * given back) makes it look different, and is fetched then.
 */
export function isAsStored(
  subscription: Stripe.Subscription,
  row: SubscriptionRow | null,
): boolean {
  if (row === null) return false;
  const tier = subscription.items.data[0]?.price.metadata['tier'] || row.tier;
  const given = { isReversed: false, former: row };
  const facts = toSubscriptionFacts(subscription, { tier, unitAmount: null }, given);
  return facts.tier === row.tier && COMPARED.every((name) => facts[name] === row[name]);
}
