import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { PAID_TIERS } from '#app/billing/plans/plan-prices.ts';
import { askStripe, type StripeFailure } from './ask-stripe.server.ts';
import {
  NO_FACTS,
  toSubscriptionFacts,
  type FormerState,
  type PriceFacts,
  type SubscriptionFacts,
} from './subscription-facts.server.ts';

type App = Pick<AppContext, 'log'>;

const MAX_LISTED = 100;
/** Stripe's words for a subscription that is over, or never began. */
const OVER = ['canceled', 'incomplete_expired'];
/** A dispute in which the bank has taken nothing (yet), or has given it back. */
const HARMLESS_DISPUTE = /^(warning_|won$|prevented$)/;

/** The subscriptions of a customer that are not over, newest first; none of a customer who was deleted. */
export async function listLiving(
  app: App,
  stripe: Stripe,
  customer: string,
): Promise<Result<Stripe.Subscription[], StripeFailure>> {
  const listed = await askStripe(app, () =>
    stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: MAX_LISTED,
      expand: ['data.latest_invoice'],
    }),
  );
  if (!listed.ok) return listed.reason === 'missing' ? succeed([]) : listed;
  return succeed(listed.value.data.filter(({ status }) => !OVER.includes(status)));
}

/**
 * Fetches what a customer pays for. Where several subscriptions live, the best counts: one that holds before one that
 * does not, then the higher plan. `excess` are the others.
 */
export async function fetchSubscription(
  app: App,
  stripe: Stripe,
  customer: string,
  former: FormerState | null,
): Promise<Result<{ facts: SubscriptionFacts; excess: string[] }, StripeFailure>> {
  const living = await listLiving(app, stripe, customer);
  if (!living.ok) return living;
  const all: SubscriptionFacts[] = [];
  for (const subscription of living.value) {
    const facts = await readSubscription(app, stripe, subscription, former);
    if (!facts.ok) return facts;
    all.push(facts.value);
  }
  const [best, ...others] = all.toSorted((one, other) => rank(other) - rank(one));
  // A checkout that was not paid is none that anybody pays for.
  const excess = others.filter(({ state }) => state !== 'incomplete');
  return succeed({
    facts: best ?? NO_FACTS,
    excess: excess.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  });
}

function rank({ isActive, state, tier }: SubscriptionFacts): number {
  const isUnder = state !== 'incomplete';
  return Number(isActive) * 100 + Number(isUnder) * 10 + PAID_TIERS.indexOf(toPaidTier(tier));
}

/** A plan that we do not know, but is paid for, counts as pro. */
export function toPaidTier(tier: string): (typeof PAID_TIERS)[number] {
  return PAID_TIERS.find((known) => known === tier) ?? 'pro';
}

async function readSubscription(
  app: App,
  stripe: Stripe,
  subscription: Stripe.Subscription,
  former: FormerState | null,
): Promise<Result<SubscriptionFacts, StripeFailure>> {
  const price = await readPrice(app, stripe, subscription);
  if (!price.ok) return price;
  const isReversed = await wasReversed(app, stripe, subscription);
  if (!isReversed.ok) return isReversed;
  const given = { isReversed: isReversed.value, former };
  return succeed(toSubscriptionFacts(subscription, price.value, given));
}

/** The tier stands at the price, else at its product; a price that was replaced has lost its lookup key. */
async function readPrice(
  app: App,
  stripe: Stripe,
  { items, currency }: Stripe.Subscription,
): Promise<Result<PriceFacts, StripeFailure>> {
  const listed = items.data[0]?.price;
  if (!listed) return succeed({ tier: 'pro', unitAmount: null });
  let price = listed;
  if (listed.currency !== currency) {
    const expand = ['currency_options'];
    const found = await askStripe(app, () => stripe.prices.retrieve(listed.id, { expand }));
    if (found.ok) price = found.value;
    else if (found.reason !== 'missing') return found;
  }
  const unitAmount =
    price.currency === currency
      ? price.unit_amount
      : (price.currency_options?.[currency]?.unit_amount ?? null);
  const own = price.metadata['tier'];
  if (own) return succeed({ tier: own, unitAmount });
  const product = typeof price.product === 'string' ? price.product : price.product.id;
  const found = await askStripe(app, () => stripe.products.retrieve(product));
  if (!found.ok && found.reason !== 'missing') return found;
  const ofProduct = found.ok ? found.value.metadata['tier'] : undefined;
  return succeed({ tier: ofProduct || toTierOfKey(price.lookup_key), unitAmount });
}

function toTierOfKey(lookupKey: string | null): string {
  return toPaidTier(lookupKey?.split('_')[0] ?? '');
}

/** Whether each payment since the period began was refunded in full, or taken back by the bank. */
async function wasReversed(
  app: App,
  stripe: Stripe,
  { status, customer, items }: Stripe.Subscription,
): Promise<Result<boolean, StripeFailure>> {
  const start = items.data[0]?.current_period_start;
  if (status !== 'active' || start === undefined) return succeed(false);
  const charges = await askStripe(app, () =>
    stripe.charges.list({
      customer: typeof customer === 'string' ? customer : customer.id,
      // The first payment may come a moment before the period that it is for.
      created: { gte: start - 60 * 60 },
      limit: MAX_LISTED,
    }),
  );
  if (!charges.ok) return charges;
  const paid = charges.value.data.filter((charge) => charge.status === 'succeeded');
  for (const charge of paid) {
    const isBack = await isGivenBack(app, stripe, charge);
    if (!isBack.ok || !isBack.value) return isBack;
  }
  return succeed(paid.length > 0);
}

async function isGivenBack(
  app: App,
  stripe: Stripe,
  { id, refunded, disputed }: Stripe.Charge,
): Promise<Result<boolean, StripeFailure>> {
  if (refunded || !disputed) return succeed(refunded);
  const disputes = await askStripe(app, () => stripe.disputes.list({ charge: id }));
  if (!disputes.ok) return disputes;
  return succeed(disputes.value.data.some(({ status }) => !HARMLESS_DISPUTE.test(status)));
}
