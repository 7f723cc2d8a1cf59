import type { AppContext } from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';
import { createLog } from '#app/platform/log.ts';

import { askStripe } from './ask-stripe.server.ts';
import { listCustomerIds } from './customer-store.server.ts';
import { listLiving } from './fetch-subscription.server.ts';
import { openStripe, type OpenStripe } from './open-stripe.server.ts';
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
      await endAll({ log }, opened.value, customerId);
    } else {
      // Without the key of that mode nobody can; whoever took it away has to look.
      log.error('billing.uncancelled', { customer: customerId, isLive });
    }
  }
}

async function endAll(
  app: Pick<AppContext, 'log'>,
  { stripe }: OpenStripe,
  customer: string,
): Promise<void> {
  const expired = await expireCheckouts(app, stripe, customer);
  if (!expired.ok) throw new Error(`Checkouts of ${customer} stay open: ${expired.reason}`);
  const living = await listLiving(app, stripe, customer);
  if (!living.ok) throw new Error(`Subscriptions of ${customer} are unknown: ${living.reason}`);
  for (const { id } of living.value) {
    const ended = await askStripe(app, () => stripe.subscriptions.cancel(id));
    if (!ended.ok && ended.reason !== 'missing') {
      throw new Error(`The subscription ${id} is not cancelled: ${ended.reason}`);
    }
  }
}
