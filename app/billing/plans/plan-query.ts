import { INTERVALS, PAID_TIERS, type Interval, type PaidTier } from './plan-prices.ts';

/** A choice as the address of the page says it. */
export interface PlanQuery {
  interval: Interval;
  /** The plan that somebody has chosen before they signed in. */
  plan: PaidTier | null;
  /** Three letters; only Stripe knows whether there are prices in it. */
  currency: string | null;
}

/** Reads the address of the page; what it does not know is as absent. */
export function readPlanQuery(query: URLSearchParams): PlanQuery {
  return {
    interval: INTERVALS.find((each) => each === query.get('interval')) ?? 'month',
    plan: PAID_TIERS.find((each) => each === query.get('plan')) ?? null,
    currency: readCurrency(query.get('currency')),
  };
}

/** The address of the page with a choice, which signing in leads back to. */
export function toPlanPath(query: Partial<PlanQuery>): string {
  const chosen = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value]],
  );
  const text = new URLSearchParams(chosen).toString();
  return text === '' ? '/pricing' : `/pricing?${text}`;
}

function readCurrency(text: string | null): string | null {
  const code = text?.toLowerCase() ?? '';
  return /^[a-z]{3}$/.test(code) ? code : null;
}
