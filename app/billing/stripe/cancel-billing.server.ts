import type { AppContext } from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';
import { createLog } from '#app/platform/log.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { askStripe, type StripeFailure } from './ask-stripe.server.ts';
import { hasAccount, listCustomerIds } from './customer-store.server.ts';
import { listLiving } from './fetch-subscription.server.ts';
import { openStripe, type OpenStripe } from './open-stripe.server.ts';
import { cancelAll } from './cancel-all.server.ts';
import { expireCheckouts } from './start-checkout.server.ts';

/**
 * Ends what an account pays for, at once, before the account is removed: its open checkouts first, so that nothing new
 * can be bought. Throws while Stripe does not answer: the deletion then goes on later. Customers and invoices stay at
 * Stripe, for the books.
 */
export async function cancelBilling(env: Pick<Env, 'DB'>, accountId: string): Promise<void> {
  const log = createLog({ account: accountId });
  const opened = await openStripe({ config: requireConfig(env) });
  const customers = await listCustomerIds(env.DB, accountId);
  for (const { customerId, isLive } of customers) {
    if (opened.ok && opened.value.isLive === isLive) {
      const ended = await endAll({ log }, opened.value, customerId);
      if (!ended.ok) throw new Error(`Billing of ${customerId} goes on: ${ended.reason}`);
    } else {
      // Nobody can without the key of that mode; `cancelOrphan` does, once it is back.
      log.error('billing.uncancelled', { customer: customerId, isLive });
    }
  }
}

/**
 * Ends what a customer of ours pays for whose account is no more: a checkout was paid while the account was removed, or
 * the key was away then. Gives the subscriptions that ended; null: the customer is not one of ours, or their account
 * is still there.
 */
export async function cancelOrphan(
  app: Pick<AppContext, 'env' | 'log'>,
  opened: OpenStripe,
  customer: string,
): Promise<Result<string[] | null, StripeFailure>> {
  const found = await askStripe(app, () => opened.stripe.customers.retrieve(customer));
  if (!found.ok) return found.reason === 'missing' ? succeed(null) : found;
  const accountId = found.value.deleted === true ? undefined : found.value.metadata['account'];
  if (!accountId || (await hasAccount(app.env.DB, accountId))) return succeed(null);
  const ended = await endAll(app, opened, customer);
  if (ended.ok && ended.value.length > 0) {
    // What they have paid is for the operator to give back.
    app.log.error('billing.orphanCancelled', { customer, subscriptions: ended.value.join() });
  }
  return ended;
}

/** Ends all, and gives the subscriptions that were alive. */
async function endAll(
  app: Pick<AppContext, 'log'>,
  { stripe }: OpenStripe,
  customer: string,
): Promise<Result<string[], StripeFailure>> {
  const expired = await expireCheckouts(app, stripe, customer);
  if (!expired.ok) return expired;
  const living = await listLiving(app, stripe, customer);
  if (!living.ok) return living;
  const ended = await cancelAll(app, stripe, living.value);
  return ended.ok ? succeed(living.value.map(({ id }) => id)) : ended;
}
