import type { Account, Kinds } from './account.ts';
import { missing } from './stripe-failure.ts';

/** The kind of an id, by its beginning; `kind` is what messages call it. */
const KINDS: Record<string, { store: keyof Kinds; kind: string }> = {
  prod: { store: 'products', kind: 'product' },
  price: { store: 'prices', kind: 'price' },
  cus: { store: 'customers', kind: 'customer' },
  pm: { store: 'paymentMethods', kind: 'PaymentMethod' },
  cs: { store: 'checkoutSessions', kind: 'checkout.session' },
  sub: { store: 'subscriptions', kind: 'subscription' },
  in: { store: 'invoices', kind: 'invoice' },
  pi: { store: 'paymentIntents', kind: 'payment_intent' },
  ch: { store: 'charges', kind: 'charge' },
  re: { store: 'refunds', kind: 'refund' },
  du: { store: 'disputes', kind: 'dispute' },
  evt: { store: 'events', kind: 'event' },
  we: { store: 'webhookEndpoints', kind: 'webhook_endpoint' },
};

/** The object of an id of any kind, or null. */
export function findObject(account: Account, id: string): object | null {
  const place = KINDS[id.slice(0, id.indexOf('_'))];
  return place ? (account.objects[place.store][id] ?? null) : null;
}

/**
 * The object of an id.
 * @param param the name of the parameter that the id came in; `id` if it came in the path
 * @throws StripeFailure `resource_missing`
 */
export function requireObject<Store extends keyof Kinds>(
  account: Account,
  store: Store,
  id: string,
  param = 'id',
): Kinds[Store] {
  if (Object.hasOwn(account.objects[store], id)) {
    const found: Kinds[Store] | undefined = account.objects[store][id];
    if (found) return found;
  }
  const { kind = store } = Object.values(KINDS).find((each) => each.store === store) ?? {};
  throw missing(kind, id, param);
}
