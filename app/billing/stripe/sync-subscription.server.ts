import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { keepStatus } from '#app/billing/tier-cache.server.ts';
import { loadSubscription } from '#app/billing/subscription-store.server.ts';
import type { StripeFailure } from './ask-stripe.server.ts';
import { loadAccountHolder, takeTicket } from './customer-store.server.ts';
import type { BillingEvent } from './event-store.server.ts';
import { fetchSubscription } from './fetch-subscription.server.ts';
import type { OpenStripe } from './open-stripe.server.ts';
import { loadSubscriptionRow, saveFacts } from './own-subscription-store.server.ts';
import type { SubscriptionFacts } from './subscription-facts.server.ts';

type App = Pick<AppContext, 'env' | 'log'>;

const KV_WRITE_MS = 1_000;

export interface Synced {
  accountId: string;
  facts: SubscriptionFacts;
  /** Further subscriptions of the same customer, which somebody pays for as well. */
  excess: string[];
}

/**
 * Fetches fresh what a customer pays for, and overwrites our row: the only way in which it changes. Of two at a time,
 * the one that began later counts, whichever ends first. Notes `event` in the same batch.
 */
export async function syncSubscription(
  app: App,
  { stripe }: OpenStripe,
  customerId: string,
  event: BillingEvent | null = null,
  now = Date.now(),
): Promise<Result<Synced, StripeFailure | { reason: 'unknownCustomer' }>> {
  const { DB } = app.env;
  const holder = await takeTicket(DB, customerId);
  if (holder === null) return fail({ reason: 'unknownCustomer' });
  const former = await loadSubscriptionRow(DB, holder.accountId);
  const fetched = await fetchSubscription(app, stripe, customerId, former);
  if (!fetched.ok) return fetched;
  const { facts, excess } = fetched.value;
  if (excess.length > 0)
    app.log.error('billing.excess', { customerId, subscriptions: excess.join() });
  await saveFacts(DB, holder, facts, { event, now });
  await renewTier(app, holder.accountId, holder.isLive, now);
  return succeed({ accountId: holder.accountId, facts, excess });
}

/**
 * Puts the plan that the row gives now in the place of the one that is cached. Reads of the plan look at the row
 * first, so nothing but an outage of the database ever shows an older one.
 */
async function renewTier(app: App, accountId: string, isLive: boolean, now: number): Promise<void> {
  try {
    const uid = await loadAccountHolder(app.env.DB, accountId);
    if (uid === null) return;
    const status = await loadSubscription(app.env.DB, uid, { now, isLive });
    await withTimeout(keepStatus(app, uid, status, now), KV_WRITE_MS);
  } catch (error) {
    app.log.warn('billing.tierNotRenewed', { accountId, error });
  }
}
