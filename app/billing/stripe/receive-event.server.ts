import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { askStripe, type StripeFailure } from './ask-stripe.server.ts';
import { cancelOrphan } from './cancel-billing.server.ts';
import { isKnownEvent, noteEvent, type BillingEvent } from './event-store.server.ts';
import { renewPrices } from './load-plan-prices.server.ts';
import type { OpenStripe } from './open-stripe.server.ts';
import { syncSubscription } from './sync-subscription.server.ts';

type App = Pick<AppContext, 'env' | 'log'>;

/** Events after which somebody may pay for something else than before. */
const RELEVANT =
  /^(customer\.(subscription\.|deleted$)|checkout\.session\.|invoice\.|charge\.(refunded|refund\.|dispute\.))/;
const OF_PRICES = /^(price|product)\./;

/**
 * Deals with an event of Stripe, once. An event only says that something about a customer has changed: what is so now
 * is fetched, so that events may come late, twice and in any order. Its line in the ledger is written with our row.
 */
export async function receiveEvent(
  app: App,
  opened: OpenStripe,
  event: Stripe.Event,
  now = Date.now(),
): Promise<Result<BillingEvent['outcome'] | 'duplicate', StripeFailure>> {
  if (await isKnownEvent(app.env.DB, event.id)) return succeed('duplicate');
  const customerId = await findCustomer(app, opened.stripe, event);
  if (!customerId.ok) return customerId;
  const line = (outcome: BillingEvent['outcome']): BillingEvent => ({
    id: event.id,
    type: event.type,
    customerId: customerId.value,
    outcome,
    happenedAt: event.created * 1_000,
    receivedAt: now,
  });
  if (customerId.value === null) {
    if (OF_PRICES.test(event.type)) await renewPrices(app, opened, now);
    await noteEvent(app.env.DB, line('ignored'));
    return succeed('ignored');
  }
  const synced = await syncSubscription(app, opened, customerId.value, line('synced'), now);
  if (synced.ok) return succeed('synced');
  if (synced.reason !== 'unknownCustomer') return synced;
  app.log.warn('billing.unknownCustomer', { eventId: event.id, customer: customerId.value });
  const ended = await cancelOrphan(app, opened, customerId.value);
  if (!ended.ok) return ended;
  await noteEvent(app.env.DB, line('unknownCustomer'));
  return succeed('unknownCustomer');
}

/** The customer whom a relevant event is about; null: it is of no interest. */
async function findCustomer(
  app: App,
  stripe: Stripe,
  event: Stripe.Event,
): Promise<Result<string | null, StripeFailure>> {
  if (!RELEVANT.test(event.type)) return succeed(null);
  const { object } = event.data;
  if (object.object === 'customer') return succeed(object.id);
  const own = 'customer' in object ? toId(object.customer) : null;
  if (own !== null) return succeed(own);
  // A dispute or a refund names only its charge.
  const charge = 'charge' in object ? toId(object.charge) : null;
  if (charge === null) return succeed(null);
  const found = await askStripe(app, () => stripe.charges.retrieve(charge));
  if (found.ok) return succeed(toId(found.value.customer));
  return found.reason === 'missing' ? succeed(null) : fail(found);
}

function toId(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' ? value.id : null;
}
