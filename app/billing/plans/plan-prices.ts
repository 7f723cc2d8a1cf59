import * as z from 'zod/mini';

/** The plans that are sold, from the lower to the higher. */
export const PAID_TIERS = ['pro', 'team'] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

export const INTERVALS = ['month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** The price of a plan, tax not included. That of the team plan is for one seat. */
export const PlanPrice = z.object({
  tier: z.enum(PAID_TIERS),
  interval: z.enum(INTERVALS),
  /** Three lower-case letters, as Stripe writes them. */
  currency: z.string(),
  /** In the smallest unit of the currency, as Stripe counts. */
  amount: z.number(),
});
export type PlanPrice = z.infer<typeof PlanPrice>;

/** The prices of one currency, and where they come from. */
export const PlanPrices = z.object({
  prices: z.array(PlanPrice),
  currency: z.string(),
  /** Every currency that all prices have. */
  currencies: z.array(z.string()),
  /** `list`: prices of this version, because Stripe was not or could not be asked. */
  source: z.enum(['stripe', 'cache', 'list']),
  /** Whether something can be bought here; without Stripe's keys it cannot. */
  canBuy: z.boolean(),
});
export type PlanPrices = z.infer<typeof PlanPrices>;

/** The name by which Stripe finds the current price: `pro_month`, `team_year`. */
export function toLookupKey(tier: PaidTier, interval: Interval): string {
  return `${tier}_${interval}`;
}
