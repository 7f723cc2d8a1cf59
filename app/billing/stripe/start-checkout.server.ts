import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { PlanChoice } from '#app/billing/subscription/own-subscription.ts';
import { askStripe, type StripeFailure } from './ask-stripe.server.ts';
import type { BillingFailure } from './billing-problem.server.ts';
import { cancelAll } from './cancel-all.server.ts';
import { takeTicket } from './customer-store.server.ts';
import { listLiving } from './fetch-subscription.server.ts';
import { findPrice, hasCurrency } from './find-price.server.ts';
import { openStripe } from './open-stripe.server.ts';
import { requireCustomer, type Payer } from './require-customer.server.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'origin'>;

/** Its number in the metadata of a session: the latest checkout of a customer is the only one that stays open. */
const TICKET = 'ticket';

/**
 * Opens a checkout at Stripe and gives the address of its page. An account has one subscription: who has one is
 * refused, and of several checkouts only the latest can be paid.
 */
export async function startCheckout(
  app: App,
  payer: Payer,
  choice: PlanChoice,
): Promise<Result<string, BillingFailure>> {
  const opened = await openStripe(app);
  if (!opened.ok) return opened;
  const { stripe } = opened.value;
  const price = await findPrice(app, stripe, choice);
  if (!price.ok) return price;
  const customer = await requireCustomer(app, opened.value, payer);
  if (!customer.ok) return customer;
  const { id, currency } = customer.value;
  if (currency !== null && !hasCurrency(price.value, currency)) {
    return fail({ reason: 'priceGone', tier: choice.tier });
  }
  const holder = await takeTicket(app.env.DB, id);
  if (holder === null) return fail({ reason: 'unknownCustomer' });
  const living = await listLiving(app, stripe, id);
  if (!living.ok) return living;
  if (living.value.some(isBought)) return fail({ reason: 'alreadySubscribed' });
  // An unpaid first attempt could be paid besides the one that is bought now.
  const dropped = await cancelAll(app, stripe, living.value);
  if (!dropped.ok) return dropped;

  const params = toParams(app, payer, { choice, price: price.value, customer: customer.value });
  const metadata = { account: payer.accountId, [TICKET]: String(holder.ticket) };
  const session = await askStripe(app, () =>
    stripe.checkout.sessions.create(
      { ...params, metadata },
      { idempotencyKey: `checkout-${id}-${holder.ticket}` },
    ),
  );
  if (!session.ok) return session;
  return keepLatest(app, stripe, id);
}

function toParams(
  { origin }: Pick<AppContext, 'origin'>,
  { accountId, uid }: Payer,
  chosen: {
    choice: PlanChoice;
    price: Stripe.Price;
    customer: { id: string; currency: string | null };
  },
): Stripe.Checkout.SessionCreateParams {
  const { choice, price, customer } = chosen;
  const currency = customer.currency ?? choice.currency;
  return {
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: accountId,
    line_items: [{ price: price.id, quantity: choice.tier === 'team' ? (choice.seats ?? 1) : 1 }],
    ...(currency !== undefined && hasCurrency(price, currency) ? { currency } : {}),
    subscription_data: { metadata: { account: accountId, uid } },
    success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/pricing`,
  };
}

/**
 * Expires all open checkouts of a customer but the latest, and gives the address of that. A checkout that was paid
 * meanwhile has made a subscription, so that the latest is expired, too.
 */
async function keepLatest(
  app: App,
  stripe: Stripe,
  customer: string,
): Promise<Result<string, BillingFailure>> {
  const open = await listOpen(app, stripe, customer);
  if (!open.ok) return open;
  const [latest, ...older] = open.value.toSorted((one, other) => toTicket(other) - toTicket(one));
  const expired = await Promise.all(older.map((each) => expire(app, stripe, each.id)));
  const failed = expired.find((each) => !each.ok && each.reason === 'stripeUnavailable');
  if (failed && !failed.ok) return failed;
  const living = await isSubscribed(app, stripe, customer);
  if (!living.ok) return living;
  if (living.value) {
    if (latest) await expire(app, stripe, latest.id);
    return fail({ reason: 'alreadySubscribed' });
  }
  return latest?.url ? succeed(latest.url) : fail({ reason: 'stripeUnavailable' });
}

/** Expires all open checkouts of a customer who is removed. */
export async function expireCheckouts(
  app: Pick<AppContext, 'log'>,
  stripe: Stripe,
  customer: string,
): Promise<Result<null, StripeFailure>> {
  const open = await listOpen(app, stripe, customer);
  if (!open.ok) return open.reason === 'missing' ? succeed(null) : open;
  for (const { id } of open.value) {
    const expired = await expire(app, stripe, id);
    if (!expired.ok && expired.reason === 'stripeUnavailable') return expired;
  }
  return succeed(null);
}

async function listOpen(
  app: Pick<AppContext, 'log'>,
  stripe: Stripe,
  customer: string,
): Promise<Result<Stripe.Checkout.Session[], StripeFailure>> {
  const listed = await askStripe(app, () =>
    stripe.checkout.sessions.list({ customer, limit: 100 }),
  );
  // Newest first, and none stays open for longer than a day.
  return listed.ok ? succeed(listed.value.data.filter(({ status }) => status === 'open')) : listed;
}

function expire(app: Pick<AppContext, 'log'>, stripe: Stripe, id: string) {
  return askStripe(app, () => stripe.checkout.sessions.expire(id));
}

function toTicket({ metadata }: Stripe.Checkout.Session): number {
  return Number(metadata?.[TICKET] ?? 0);
}

/** Whether there is a subscription that somebody pays for, or has to. */
async function isSubscribed(
  app: Pick<AppContext, 'log'>,
  stripe: Stripe,
  customer: string,
): Promise<Result<boolean, StripeFailure>> {
  const living = await listLiving(app, stripe, customer);
  if (!living.ok) return living;
  return succeed(living.value.some(isBought));
}

/** An unpaid first checkout has bought nothing. */
function isBought({ status }: Stripe.Subscription): boolean {
  return status !== 'incomplete';
}
