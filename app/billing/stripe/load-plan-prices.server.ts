import type { AppContext } from '#app/platform/app-context.ts';

import type { PlanPrices } from '#app/billing/plans/plan-prices.ts';

/** The list prices of this version, while nothing is sold. */
export async function loadPlanPrices(
  _app: Pick<AppContext, 'config'>,
  _currency: string,
): Promise<PlanPrices> {
  const currency = 'usd';
  return {
    prices: [
      { tier: 'pro', interval: 'month', currency, amount: 1_900 },
      { tier: 'pro', interval: 'year', currency, amount: 19_000 },
      { tier: 'team', interval: 'month', currency, amount: 4_900 },
      { tier: 'team', interval: 'year', currency, amount: 49_000 },
    ],
    currency,
    currencies: [currency],
    source: 'list',
    canBuy: false,
  };
}
