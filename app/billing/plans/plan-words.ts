import type { Interval, PaidTier } from './plan-prices.ts';

/** The words of an interval, in each place that it stands in. */
export const INTERVAL_WORDS: Record<Interval, { name: string; per: string }> = {
  month: { name: 'Monthly', per: 'a month' },
  year: { name: 'Yearly', per: 'a year' },
};

/** "a month", and of a plan with seats "per seat, per month". */
export function toPer(tier: PaidTier, interval: Interval): string {
  return tier === 'team' ? `per seat, per ${interval}` : INTERVAL_WORDS[interval].per;
}

export function countSeats(seats: number): string {
  return seats === 1 ? '1 seat' : `${seats} seats`;
}
