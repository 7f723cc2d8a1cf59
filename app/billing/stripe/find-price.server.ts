import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { toLookupKey, type Interval, type PaidTier } from '#app/billing/plans/plan-prices.ts';
import { askStripe, type StripeFailure } from './ask-stripe.server.ts';

/** The price that is for sale now: the one that has the lookup key. `currency`: one that it has to have. */
export async function findPrice(
  app: Pick<AppContext, 'log'>,
  stripe: Stripe,
  { tier, interval }: { tier: PaidTier; interval: Interval },
  currency: string | null = null,
): Promise<Result<Stripe.Price, StripeFailure | { reason: 'priceGone'; tier: PaidTier }>> {
  const listed = await askStripe(app, () =>
    stripe.prices.list({
      lookup_keys: [toLookupKey(tier, interval)],
      active: true,
      expand: ['data.currency_options'],
    }),
  );
  if (!listed.ok) return listed;
  const [price] = listed.value.data;
  if (!price || (currency !== null && !hasCurrency(price, currency))) {
    app.log.error('billing.priceGone', { key: toLookupKey(tier, interval), currency });
    return fail({ reason: 'priceGone', tier });
  }
  return succeed(price);
}

export function hasCurrency(price: Stripe.Price, currency: string): boolean {
  return price.currency === currency || currency in (price.currency_options ?? {});
}
