import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { askStripe, type StripeFailure } from './ask-stripe.server.ts';
import { bindCustomer, loadCustomerId } from './customer-store.server.ts';
import type { OpenStripe } from './open-stripe.server.ts';

/** Who pays: the user, and their account. */
export interface Payer {
  accountId: string;
  uid: string;
  email: string | null;
}

/** A customer who exists at Stripe. */
export interface FoundCustomer {
  id: string;
  /** The only one in which they can pay; null: they have not paid yet. */
  currency: string | null;
}

/**
 * Finds the customer of an account at Stripe, or makes one and binds it. Two at once make one customer: the key of the
 * request is bound to the account. One who was deleted at Stripe is replaced.
 */
export async function requireCustomer(
  app: Pick<AppContext, 'env' | 'log'>,
  { stripe, isLive }: OpenStripe,
  payer: Payer,
  now = Date.now(),
): Promise<Result<FoundCustomer, StripeFailure>> {
  const { DB } = app.env;
  const known = await loadCustomerId(DB, payer.accountId, isLive);
  if (known !== null) {
    const found = await askStripe(app, () => stripe.customers.retrieve(known));
    const isDeleted = found.ok ? found.value.deleted === true : found.reason === 'missing';
    if (!found.ok && !isDeleted) return found;
    if (found.ok && !found.value.deleted) return succeed(toFound(found.value));
  }
  const made = await makeCustomer(app, stripe, payer, known);
  if (!made.ok) return made;
  const { accountId } = payer;
  const customer = { accountId, customerId: made.value.id };
  const bound = await bindCustomer(DB, customer, { isLive, instead: known, now });
  if (bound === null) return fail({ reason: 'stripeUnavailable' });
  // Where another request has bound another one in this moment, that one counts.
  return succeed({ ...toFound(made.value), id: bound });
}

/** With nothing that changes: a repetition has to be the same request to get the same customer. */
async function makeCustomer(
  app: Pick<AppContext, 'log'>,
  stripe: Stripe,
  { accountId, uid, email }: Payer,
  instead: string | null,
): Promise<Result<Stripe.Customer, StripeFailure>> {
  const idempotencyKey = `customer-${accountId}${instead === null ? '' : `-after-${instead}`}`;
  const made = await askStripe(app, () =>
    stripe.customers.create({ metadata: { account: accountId, uid } }, { idempotencyKey }),
  );
  if (!made.ok || email === null) return made;
  const named = await askStripe(app, () => stripe.customers.update(made.value.id, { email }));
  // Without an address that Stripe takes, its page asks for one.
  return !named.ok && named.reason === 'stripeRefused' ? made : named;
}

function toFound({ id, currency }: Stripe.Customer): FoundCustomer {
  return { id, currency: currency ?? null };
}
