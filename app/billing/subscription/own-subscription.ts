import * as z from 'zod/mini';

import { INTERVALS, PAID_TIERS } from '#app/billing/plans/plan-prices.ts';

/** The states of a subscription, as pages tell them apart. */
export const SUBSCRIPTION_STATES = [
  /** Nothing was ever bought, or what was is over. */
  'none',
  /** A checkout whose first payment is not through yet. */
  'incomplete',
  'trialing',
  'active',
  /** A payment failed; the plan stays until `graceUntil`. */
  'pastDue',
  /** As after the grace: the plan's limits do not hold any more. */
  'unpaid',
  'paused',
] as const;

/** The caller's own subscription with everything that its page shows. Times are milliseconds since 1970. */
export const OwnSubscription = z.object({
  state: z.enum(SUBSCRIPTION_STATES),
  /** The plan that is paid for; its limits hold while `isActive`. Null: none is. */
  tier: z.nullable(z.enum(PAID_TIERS)),
  isActive: z.boolean(),
  interval: z.nullable(z.enum(INTERVALS)),
  /** Paid each interval, in the smallest unit of the currency, for all seats. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  seats: z.number(),
  /** When it is charged again; null: it is not. */
  renewsAt: z.nullable(z.number()),
  /** When it ends because it was cancelled; null: it was not. */
  endsAt: z.nullable(z.number()),
  trialEndsAt: z.nullable(z.number()),
  graceUntil: z.nullable(z.number()),
  /** Whether Stripe knows a customer, whose portal can be opened. */
  hasCustomer: z.boolean(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

/** An invoice, newest first in lists. */
export const Invoice = z.object({
  id: z.string(),
  /** Null: a draft has none. */
  number: z.nullable(z.string()),
  createdAt: z.number(),
  /** In the smallest unit of the currency. */
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  /** Stripe's page of it. */
  url: z.nullable(z.string()),
  pdf: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof Invoice>;
export const InvoicePage = z.object({ invoices: z.array(Invoice), hasMore: z.boolean() });

/** A request for a checkout, or for a change of what is paid for. */
export const PlanChoice = z.object({
  tier: z.enum(PAID_TIERS),
  interval: z.enum(INTERVALS),
  currency: z.optional(z.string().check(z.regex(/^[a-z]{3}$/))),
  seats: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
});
export type PlanChoice = z.infer<typeof PlanChoice>;

/** A page of Stripe's, where the browser goes next. */
export const StripePage = z.object({ url: z.string() });
