import { newId, nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import { toPlan } from '../objects/prices.ts';
import type { Customer, Price, Subscription, SubscriptionItem } from '../stripe-objects.ts';

import { invoiceSubscription } from './collect-invoice.ts';
import { toPeriodLine } from './invoice-lines.ts';
import { addInterval } from './periods.ts';

const DAY = 86_400;

/** What a subscription begins with. */
export interface NewSubscription {
  customer: Customer;
  items: { price: Price; quantity: number }[];
  currency: string;
  paymentMethod: string | null;
  trialEnd: number | null;
  metadata: Record<string, string>;
  description: string | null;
}

/** Begins a subscription, and has its first period paid. */
export function subscribe(account: Account, given: NewSubscription): Subscription {
  const { customer, trialEnd } = given;
  const now = nowOf(account, customer.id);
  const id = newId('sub');
  const interval = given.items[0]?.price.recurring?.interval ?? 'month';
  const end = trialEnd ?? addInterval(now, interval);
  const items = given.items.map((item) => toItem(id, item, now, end));
  const subscription = toSubscription(given, id, now, items);
  account.objects.subscriptions[id] = subscription;
  customer.currency = given.currency;
  const lines = items.map((item) => toPeriodLine(subscription, item));
  const free = lines.map((line) => ({ ...line, amount: 0, subtotal: 0 }));
  emit(account, 'customer.subscription.created', subscription);
  const invoice = invoiceSubscription(
    account,
    subscription,
    'subscription_create',
    trialEnd === null ? lines : free,
  );
  const status = trialEnd === null ? 'active' : 'trialing';
  subscription.status = invoice.status === 'paid' ? status : 'incomplete';
  emit(account, 'customer.subscription.updated', subscription, { status: 'incomplete' });
  return subscription;
}

/** When a trial of some days ends. */
export function trialEndAfter(account: Account, customer: string, days: number): number {
  return nowOf(account, customer) + days * DAY;
}

function toItem(
  subscription: string,
  { price, quantity }: { price: Price; quantity: number },
  start: number,
  end: number,
): SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

function toSubscription(
  { customer, currency, paymentMethod, trialEnd, metadata, description }: NewSubscription,
  id: string,
  now: number,
  items: SubscriptionItem[],
): Subscription {
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd === null ? null : now,
  };
}
