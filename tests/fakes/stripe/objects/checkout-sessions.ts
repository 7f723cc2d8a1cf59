import * as z from 'zod';

import { newId, nowOf, type Account } from '../account.ts';
import { subscribe, trialEndAfter } from '../billing/subscribe.ts';
import { emit } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import { changeMetadata, readParameters, type Operation } from '../operation.ts';
import { invalid } from '../stripe-failure.ts';
import type { CheckoutSession, LineItem, Price } from '../stripe-objects.ts';

import { requireCustomer } from './customers.ts';
import { attachCard, makeDefault } from './payment-methods.ts';
import { amountIn } from './prices.ts';
import { SessionParameters } from './session-parameters.ts';
import { toCheckoutSession } from './to-checkout-session.ts';

const SessionQuery = z.strictObject({
  ...paging,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

/** Creating, reading, ending and listing sessions of the checkout. */
export const checkoutSessionOperations: Operation[] = [
  {
    method: 'post',
    path: '/v1/checkout/sessions',
    run: ({ account, form }) => create(account, readParameters(SessionParameters, form)),
  },
  {
    method: 'get',
    path: '/v1/checkout/sessions/{session}',
    run: ({ account, path }) => {
      const session = requireObject(account, 'checkoutSessions', path['session'] ?? '');
      expireLate(account, session);
      return session;
    },
  },
  {
    method: 'post',
    path: '/v1/checkout/sessions/{session}/expire',
    run: ({ account, path }) => {
      const session = requireObject(account, 'checkoutSessions', path['session'] ?? '');
      requireOpen(session);
      expire(account, session);
      return session;
    },
  },
  {
    method: 'get',
    path: '/v1/checkout/sessions/{session}/line_items',
    run: ({ account, path, form }) => {
      const session = requireObject(account, 'checkoutSessions', path['session'] ?? '');
      const query = readParameters(z.strictObject(paging), form);
      return toPage(session.line_items.data.toReversed(), session.line_items.url, query);
    },
  },
  {
    method: 'get',
    path: '/v1/checkout/sessions',
    run: ({ account, form }) => {
      const query = readParameters(SessionQuery, form);
      const found = Object.values(account.objects.checkoutSessions).filter(
        ({ customer, subscription, status }) =>
          (query.customer === undefined || customer === query.customer) &&
          (query.subscription === undefined || subscription === query.subscription) &&
          (query.status === undefined || status === query.status),
      );
      return toPage(found, '/v1/checkout/sessions', query);
    },
  },
];

function create(account: Account, given: SessionParameters): CheckoutSession {
  const customer = requireCustomer(account, given.customer);
  const prices = given.line_items.map(({ price }, at) => {
    const found = requireObject(account, 'prices', price, `line_items[${at}][price]`);
    if (!found.active) {
      throw invalid(
        'The price specified is inactive. This field only accepts active prices.',
        `line_items[${at}][price]`,
      );
    }
    return found;
  });
  const currency = given.currency ?? customer.currency ?? prices[0]?.currency ?? 'usd';
  if (customer.currency && customer.currency !== currency) {
    throw invalid(
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}`,
    );
  }
  const items = given.line_items.map((item, at) => {
    const price = prices[at];
    if (!price) throw new Error('each item has a price');
    return toLineItem(price, item.quantity, currency);
  });
  const session = toCheckoutSession(account, customer, given, currency, items);
  account.objects.checkoutSessions[session.id] = session;
  account.sessionSettings[session.id] = {
    trialDays: given.subscription_data?.trial_period_days ?? 0,
    metadata: changeMetadata({}, given.subscription_data?.metadata),
    description: given.subscription_data?.description ?? null,
  };
  return session;
}

function toLineItem(price: Price, quantity: number, currency: string): LineItem {
  const amount = amountIn(price, currency) * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: price.lookup_key ?? price.id,
    metadata: {},
    price,
    quantity,
  };
}

/** A person pays with a card that they have typed, or their bank refuses it. */
export function completeSession(account: Account, session: CheckoutSession, card: string): void {
  expireLate(account, session);
  requireOpen(session);
  const customer = requireCustomer(account, session.customer ?? '');
  const method = attachCard(account, customer, card);
  if (customer.invoice_settings.default_payment_method === null) {
    makeDefault(account, customer, method);
  }
  const settings = account.sessionSettings[session.id];
  const days = settings?.trialDays ?? 0;
  const subscription = subscribe(account, {
    customer,
    items: session.line_items.data,
    currency: session.currency ?? 'usd',
    paymentMethod: method.id,
    trialEnd: days > 0 ? trialEndAfter(account, customer.id, days) : null,
    metadata: settings?.metadata ?? {},
    description: settings?.description ?? null,
  });
  session.status = 'complete';
  session.payment_status = days > 0 ? 'no_payment_required' : 'paid';
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  session.url = null;
  emit(account, 'checkout.session.completed', session);
}

/** Where the browser goes after the payment. */
export function toSuccessAddress(session: CheckoutSession): string {
  return (session.success_url ?? '').replace('{CHECKOUT_SESSION_ID}', session.id);
}

function requireOpen(session: CheckoutSession): void {
  if (session.status === 'open') return;
  throw invalid(
    `Only Checkout Sessions with a status in ["open"] can be used in this way. This Checkout Session has a status of ${session.status ?? ''}.`,
    'session',
  );
}

/** A session that nobody has completed in time is over. */
function expireLate(account: Account, session: CheckoutSession): void {
  const isLate = session.expires_at <= nowOf(account, session.customer);
  if (session.status === 'open' && isLate) expire(account, session);
}

function expire(account: Account, session: CheckoutSession): void {
  session.status = 'expired';
  session.url = null;
  emit(account, 'checkout.session.expired', session);
}
