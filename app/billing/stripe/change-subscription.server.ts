import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { OwnSubscription, PlanChoice } from '#app/billing/subscription/own-subscription.ts';
import { askStripe, type StripeFailure } from './ask-stripe.server.ts';
import type { BillingFailure } from './billing-problem.server.ts';
import { loadCustomerId } from './customer-store.server.ts';
import { findPrice } from './find-price.server.ts';
import { openStripe, type OpenStripe } from './open-stripe.server.ts';
import { loadOwnSubscription } from './own-subscription.server.ts';
import type { SubscriptionFacts } from './subscription-facts.server.ts';
import { syncSubscription } from './sync-subscription.server.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log'>;
type Outcome = Promise<Result<OwnSubscription, BillingFailure>>;

/** Makes a change at Stripe, of the subscription as it is now. */
type Change = (
  opened: OpenStripe,
  subscription: Stripe.Subscription,
  facts: SubscriptionFacts,
) => Promise<Result<object, BillingFailure>>;

/** In all others a payment is missing, and Stripe would credit time that nobody has paid for. */
const PAID_STATES: SubscriptionFacts['state'][] = ['active', 'trialing'];

/**
 * Changes what an account pays for, at once. What costs more is charged at once for the rest of the period, or nothing
 * is changed; what costs less is credited, so the period has to be paid. Another plan or interval takes a cancellation
 * back; other seats of the same leave it as it is, and keep a price that new customers do not get any more.
 */
export function changePlan(app: App, accountId: string, choice: PlanChoice): Outcome {
  return change(app, accountId, async ({ stripe }, subscription, { state, tier, interval }) => {
    if (!PAID_STATES.includes(state)) return fail({ reason: 'unpaid' });
    const [item] = subscription.items.data;
    if (!item) return fail({ reason: 'noSubscription' });
    const seats = choice.tier === 'team' ? (choice.seats ?? item.quantity ?? 1) : 1;
    const isSamePlan = choice.tier === tier && choice.interval === interval;
    if (isSamePlan) return update(app, stripe, subscription, { seats });
    const price = await findPrice(app, stripe, choice, subscription.currency);
    if (!price.ok) return price;
    return update(app, stripe, subscription, { price: price.value.id, seats });
  });
}

/**
 * Cancels at the end of the period that is paid. Where none is paid (a failed payment, a pause, a refund), there is
 * nothing to wait for.
 */
export function cancelPlan(app: App, accountId: string): Outcome {
  return change(app, accountId, ({ stripe }, { id }, { isActive, state }) =>
    askStripe(app, () =>
      isActive && state !== 'pastDue'
        ? stripe.subscriptions.update(id, { cancel_at_period_end: true })
        : stripe.subscriptions.cancel(id),
    ),
  );
}

/** Takes a cancellation back while its period goes on. */
export function resumePlan(app: App, accountId: string): Outcome {
  return change(
    app,
    accountId,
    async ({ stripe }, { id, cancel_at_period_end: isAtEnd, cancel_at: at }) => {
      if (isAtEnd) {
        return askStripe(app, () =>
          stripe.subscriptions.update(id, { cancel_at_period_end: false }),
        );
      }
      return at === null
        ? succeed({})
        : askStripe(app, () => stripe.subscriptions.update(id, { cancel_at: '' }));
    },
  );
}

/**
 * Asks Stripe for the account's subscription now, and for nothing more: after a checkout, where the browser may be
 * faster than the webhook.
 */
export async function syncAccount(app: App, accountId: string): Outcome {
  const opened = await openStripe(app);
  if (!opened.ok) return opened;
  const customer = await loadCustomerId(app.env.DB, accountId, opened.value.isLive);
  if (customer !== null) {
    const synced = await syncSubscription(app, opened.value, customer);
    if (!synced.ok) return synced;
  }
  return succeed(await loadOwnSubscription(app, accountId));
}

/** Makes a change of the subscription that counts, by what Stripe says of it now. */
async function change(app: App, accountId: string, make: Change): Outcome {
  const opened = await openStripe(app);
  if (!opened.ok) return opened;
  const { stripe, isLive } = opened.value;
  const customer = await loadCustomerId(app.env.DB, accountId, isLive);
  if (customer === null) return fail({ reason: 'noSubscription' });
  const synced = await syncSubscription(app, opened.value, customer);
  if (!synced.ok) return synced;
  const { facts } = synced.value;
  const { subscriptionId } = facts;
  if (subscriptionId === null) return fail({ reason: 'noSubscription' });
  const subscription = await askStripe(app, () => stripe.subscriptions.retrieve(subscriptionId));
  if (!subscription.ok) return subscription;
  const made = await make(opened.value, subscription.value, facts);
  if (!made.ok) return made;
  return syncAccount(app, accountId);
}

/** Without a payment that goes through, a change that is charged is none. */
function update(
  app: App,
  stripe: Stripe,
  { id, items }: Stripe.Subscription,
  { price, seats }: { price?: string; seats: number },
): Promise<Result<Stripe.Subscription, StripeFailure>> {
  const item = { id: items.data[0]?.id ?? '', quantity: seats, ...(price ? { price } : {}) };
  return askStripe(app, () =>
    stripe.subscriptions.update(id, {
      items: [item],
      ...(price === undefined ? {} : { cancel_at_period_end: false }),
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    }),
  );
}
