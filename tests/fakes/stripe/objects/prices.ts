import * as z from 'zod';

import { newId, nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import {
  changeMetadata,
  flag,
  metadata,
  number,
  readParameters,
  type Operation,
} from '../operation.ts';
import { invalid } from '../stripe-failure.ts';
import type { CurrencyOption, Plan, Price } from '../stripe-objects.ts';

const Amounts = z.strictObject({ unit_amount: number, tax_behavior: z.string().optional() });

/** Parameters of a price: https://docs.stripe.com/api/prices/create */
const PriceParameters = z.strictObject({
  currency: z.string(),
  unit_amount: number,
  product: z.string(),
  recurring: z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']) }),
  currency_options: z.record(z.string(), Amounts).default({}),
  lookup_key: z.string().optional(),
  transfer_lookup_key: flag.default(false),
  active: flag.default(true),
  nickname: z.string().optional(),
  metadata: metadata.optional(),
});
const PriceChange = z.strictObject({
  active: flag.optional(),
  lookup_key: z.string().optional(),
  transfer_lookup_key: flag.default(false),
  nickname: z.string().optional(),
  metadata: metadata.optional(),
});
const PriceQuery = z.strictObject({
  ...paging,
  active: flag.optional(),
  currency: z.string().optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
  product: z.string().optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
});

/** Creating, reading, changing and listing prices. */
export const priceOperations: Operation[] = [
  {
    method: 'post',
    path: '/v1/prices',
    run: ({ account, form }) => createPrice(account, readParameters(PriceParameters, form)),
  },
  {
    method: 'get',
    path: '/v1/prices/{price}',
    run: ({ account, path }) => requireObject(account, 'prices', path['price'] ?? ''),
  },
  {
    method: 'post',
    path: '/v1/prices/{price}',
    run: ({ account, path, form }) => {
      const price = requireObject(account, 'prices', path['price'] ?? '');
      const change = readParameters(PriceChange, form);
      if (change.lookup_key !== undefined) {
        takeLookupKey(account, change.lookup_key, change.transfer_lookup_key);
        price.lookup_key = change.lookup_key || null;
      }
      price.active = change.active ?? price.active;
      price.nickname = change.nickname ?? price.nickname;
      price.metadata = changeMetadata(price.metadata, change.metadata);
      emit(account, 'price.updated', price);
      return price;
    },
  },
  {
    method: 'get',
    path: '/v1/prices',
    run: ({ account, form }) => {
      const query = readParameters(PriceQuery, form);
      const found = Object.values(account.objects.prices).filter(
        (price) =>
          (query.active === undefined || price.active === query.active) &&
          (query.currency === undefined || price.currency === query.currency) &&
          (query.product === undefined || price.product === query.product) &&
          (query.type === undefined || price.type === query.type) &&
          (query.lookup_keys === undefined || query.lookup_keys.includes(price.lookup_key ?? '')),
      );
      return toPage(found, '/v1/prices', query);
    },
  },
];

/** A new price of a product. */
export function createPrice(account: Account, given: z.output<typeof PriceParameters>): Price {
  requireObject(account, 'products', given.product, 'product');
  if (given.lookup_key) takeLookupKey(account, given.lookup_key, given.transfer_lookup_key);
  const options = Object.entries({
    ...given.currency_options,
    [given.currency]: { unit_amount: given.unit_amount },
  }).map(([currency, { unit_amount: amount }]) => [currency, toCurrencyOption(amount)] as const);
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: given.active,
    billing_scheme: 'per_unit',
    created: nowOf(account),
    currency: given.currency,
    currency_options: Object.fromEntries(options),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: changeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: given.product,
    recurring: {
      interval: given.recurring.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  };
  account.objects.prices[price.id] = price;
  emit(account, 'price.created', price);
  return price;
}

/** The plan that a price is to versions of the API before prices. */
export function toPlan(price: Price): Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** What a price costs in a currency, in its smallest unit. */
export function amountIn(price: Price, currency: string): number {
  const option = price.currency_options[currency];
  if (option?.unit_amount == null) {
    throw invalid(
      `The price \`${price.id}\` has no \`currency_options\` for ${currency}.`,
      'currency',
    );
  }
  return option.unit_amount;
}

function toCurrencyOption(amount: number): CurrencyOption {
  return {
    custom_unit_amount: null,
    tax_behavior: 'unspecified',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

/** A lookup key has one price: another one gives it away, or the request is refused. */
function takeLookupKey(account: Account, key: string, mayTransfer: boolean): void {
  const owner = Object.values(account.objects.prices).find((price) => price.lookup_key === key);
  if (!owner) return;
  if (!mayTransfer) {
    throw invalid(
      `A price (\`${owner.id}\`) already uses that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`,
      'lookup_key',
    );
  }
  owner.lookup_key = null;
}
