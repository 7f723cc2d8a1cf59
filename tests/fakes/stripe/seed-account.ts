import { newAccount, type Account } from './account.ts';
import { createPrice } from './objects/prices.ts';
import { createProduct } from './objects/products.ts';

/** The prices of the plans, in cents of each currency; those of `team` are for one seat. */
const PLANS = {
  pro: { name: 'Pro', month: 1_900, year: 19_000 },
  team: { name: 'Team', month: 4_900, year: 49_000 },
};
const INTERVALS = ['month', 'year'] as const;

/** An account with the plans that are sold, as somebody has set it up in Stripe's dashboard. */
export function seedAccount(name: string, pages: string): Account {
  const account = newAccount(name, pages);
  for (const [tier, plan] of Object.entries(PLANS)) {
    const product = createProduct(account, {
      name: plan.name,
      id: `prod_${tier}`,
      active: true,
      metadata: { tier },
    });
    for (const interval of INTERVALS) {
      const amounts = { unit_amount: plan[interval] };
      createPrice(account, {
        currency: 'usd',
        unit_amount: plan[interval],
        product: product.id,
        recurring: { interval },
        currency_options: { eur: amounts, gbp: amounts },
        lookup_key: `${tier}_${interval}`,
        transfer_lookup_key: false,
        active: true,
        metadata: { tier },
      });
    }
  }
  // Whoever adds an endpoint later hears nothing of what was before.
  account.undelivered = [];
  return account;
}
