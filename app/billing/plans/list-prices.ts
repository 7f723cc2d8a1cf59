import type { PlanPrice } from './plan-prices.ts';

/** Prices of the plans where Stripe cannot be asked; in the smallest unit of the currency. */
const AMOUNTS = { pro: { month: 1_900, year: 19_000 }, team: { month: 4_900, year: 49_000 } };

/** Currencies in which the plans have these numbers. */
export const LIST_CURRENCIES = ['usd', 'eur', 'gbp'];

/** The prices of this version. */
export function listPrices(currency: string): PlanPrice[] {
  return (['pro', 'team'] as const).flatMap((tier) =>
    (['month', 'year'] as const).map((interval) => ({
      tier,
      interval,
      currency,
      amount: AMOUNTS[tier][interval],
    })),
  );
}
