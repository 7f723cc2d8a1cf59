import type { Account } from './account.ts';
import { findObject } from './find-object.ts';
import { invalid } from './stripe-failure.ts';

/** Fields that an answer has only where it is asked for them, by `expand`. */
const INCLUDABLE: Record<string, readonly string[]> = {
  'checkout.session': ['line_items'],
  charge: ['refunds'],
  invoice: ['payments'],
  price: ['currency_options'],
};

/** Stripe's limit: https://docs.stripe.com/api/expanding_objects */
const MAX_DEPTH = 4;

/** An object as it is answered: with what `expand` asks for, and without what it would have to ask for. */
export function present(account: Account, value: object, expand: readonly string[] = []): object {
  const paths = expand.map((path) => path.split('.'));
  if (paths.some((path) => path.filter((part) => part !== 'data').length > MAX_DEPTH)) {
    throw invalid('You cannot expand more than 4 levels of a property.', 'expand');
  }
  return presentObject(account, value, paths);
}

function presentObject(account: Account, value: object, paths: string[][]): object {
  const kind = 'object' in value && typeof value.object === 'string' ? value.object : '';
  const entries: [string, unknown][] = [];
  for (const [key, child] of Object.entries(value) as [string, unknown][]) {
    const below = paths.filter(([head]) => head === key).map(([, ...rest]) => rest);
    if (INCLUDABLE[kind]?.includes(key) && below.length === 0) continue;
    entries.push([key, presentValue(account, child, below)]);
  }
  return Object.fromEntries(entries);
}

function presentValue(account: Account, value: unknown, paths: string[][]): unknown {
  const below = paths.filter((path) => path.length > 0);
  if (Array.isArray(value)) return value.map((each) => presentValue(account, each, paths));
  if (typeof value === 'string' && paths.length > 0) {
    const found = findObject(account, value);
    return found ? presentObject(account, found, below) : value;
  }
  return typeof value === 'object' && value !== null ? presentObject(account, value, below) : value;
}
