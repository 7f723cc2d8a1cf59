import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { LIST_CURRENCIES, listPrices } from '#app/billing/plans/list-prices.ts';
import {
  INTERVALS,
  PAID_TIERS,
  toLookupKey,
  type PlanPrices,
} from '#app/billing/plans/plan-prices.ts';
import { askStripe } from './ask-stripe.server.ts';
import { openStripe, type OpenStripe } from './open-stripe.server.ts';
import { keepPrices, readPrices, type SoldPrice } from './price-cache.server.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

const FRESH_MS = 5 * 60_000;
/** A page waits for it. */
const STRIPE_MS = 2_000;

const SOLD = PAID_TIERS.flatMap((tier) => INTERVALS.map((interval) => ({ tier, interval })));

/**
 * Loads the prices of all plans in a currency, or in another one where not all plans have it. Prices of the last five
 * minutes are shown as they are; older ones as well, and Stripe is asked for the next visitor. Without any the list of
 * this version is shown.
 */
export async function loadPlanPrices(
  app: App,
  currency: string,
  now = Date.now(),
): Promise<PlanPrices> {
  const opened = await openStripe(app);
  if (!opened.ok) return toList(currency, false);
  const kept = await readPrices(app, opened.value.isLive);
  if (kept !== null) {
    const isFresh = Math.abs(now - kept.storedAt) < FRESH_MS;
    if (!isFresh) app.waitUntil(renewPrices(app, opened.value, now));
    return toPlanPrices(kept.prices, currency, 'cache');
  }
  try {
    const prices = await withTimeout(renewPrices(app, opened.value, now), STRIPE_MS);
    if (prices !== null) return toPlanPrices(prices, currency, 'stripe');
  } catch (error) {
    app.log.warn('billing.pricesLate', { error });
  }
  return toList(currency, true);
}

/** Asks Stripe for the prices and keeps them; null: it did not answer, or has none. */
export async function renewPrices(
  app: Pick<AppContext, 'env' | 'log'>,
  { stripe, isLive }: OpenStripe,
  now = Date.now(),
): Promise<SoldPrice[] | null> {
  const listed = await askStripe(app, () =>
    stripe.prices.list({
      lookup_keys: SOLD.map(({ tier, interval }) => toLookupKey(tier, interval)),
      active: true,
      expand: ['data.currency_options'],
    }),
  );
  if (!listed.ok) return null;
  const found = listed.value.data;
  const prices = SOLD.flatMap(({ tier, interval }) => {
    const price = found.find((each) => each.lookup_key === toLookupKey(tier, interval));
    return price ? [{ tier, interval, currency: price.currency, amounts: toAmounts(price) }] : [];
  });
  if (prices.length < SOLD.length) app.log.error('billing.pricesMissing', { found: prices.length });
  if (prices.length === 0) return null;
  await keepPrices(app, isLive, { prices, storedAt: now });
  return prices;
}

function toAmounts(price: Stripe.Price): Record<string, number> {
  const options = Object.entries(price.currency_options ?? {}).flatMap(([name, option]) =>
    option.unit_amount === null ? [] : [[name, option.unit_amount] as const],
  );
  const own = price.unit_amount === null ? [] : [[price.currency, price.unit_amount] as const];
  return Object.fromEntries([...own, ...options]);
}

function toPlanPrices(sold: SoldPrice[], wanted: string, source: PlanPrices['source']): PlanPrices {
  const [first] = sold;
  const currencies = Object.keys(first?.amounts ?? {})
    .filter((each) => sold.every(({ amounts }) => each in amounts))
    .toSorted();
  const currency = [wanted, 'usd', first?.currency ?? ''].find((each) => currencies.includes(each));
  const shown = currency ?? currencies[0] ?? '';
  const prices = sold.flatMap(({ tier, interval, amounts }) => {
    const amount = amounts[shown];
    return amount === undefined ? [] : [{ tier, interval, currency: shown, amount }];
  });
  if (prices.length === 0) return toList(wanted, true);
  return { prices, currency: shown, currencies, source, canBuy: true };
}

function toList(wanted: string, canBuy: boolean): PlanPrices {
  const currency = LIST_CURRENCIES.includes(wanted) ? wanted : 'usd';
  const prices = listPrices(currency);
  return { prices, currency, currencies: LIST_CURRENCIES, source: 'list', canBuy };
}
