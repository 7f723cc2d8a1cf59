import { LIMITS } from './limits.ts';
import { PAID_TIERS, type PaidTier } from './plans/plan-prices.ts';
import type { UsedLimit } from './usage.ts';

/** Everything that a plan limits and may refuse. */
export type RefusingLimit = UsedLimit | 'responseBytes' | 'logDays';

/** A limit that refuses something. */
export interface ReachedLimit {
  limit: RefusingLimit;
  /** How much of it is used, or would be. */
  used: number;
  /** How much the plan allows. */
  max: number;
  /** Milliseconds since 1970; absent or null: it does not start again by itself. */
  resetsAt?: number | null;
  /** The plan that lifts it; absent: the lowest whose limit is higher than what is used. */
  liftedBy?: PaidTier | null;
}

/** The lowest plan whose limit is higher than what is used; null: none is, or only more seats are needed. */
export function findLifting({ limit, used, liftedBy }: ReachedLimit): PaidTier | null {
  if (liftedBy !== undefined) return liftedBy;
  if (limit === 'seats') return null;
  return PAID_TIERS.find((tier) => LIMITS[tier][limit] > used) ?? null;
}
