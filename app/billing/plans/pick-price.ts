import type { Interval, PaidTier, PlanPrice } from './plan-prices.ts';

/** The price of a plan among those of one currency; null: it has none. */
export function pickPrice(
  prices: readonly PlanPrice[],
  tier: PaidTier,
  interval: Interval,
): PlanPrice | null {
  return prices.find((price) => price.tier === tier && price.interval === interval) ?? null;
}

/** The difference between twelve months and a year that is paid at once. */
export interface Saving {
  /** In the smallest unit of the currency. */
  amount: number;
  percent: number;
}

/** Compares twelve months with a year; null where either has no price, or the year is no cheaper. */
export function findSaving(prices: readonly PlanPrice[], tier: PaidTier): Saving | null {
  const month = pickPrice(prices, tier, 'month');
  const year = pickPrice(prices, tier, 'year');
  if (month === null || year === null || month.currency !== year.currency) return null;
  const amount = month.amount * 12 - year.amount;
  if (amount <= 0) return null;
  return { amount, percent: Math.floor((amount * 100) / (month.amount * 12)) };
}
