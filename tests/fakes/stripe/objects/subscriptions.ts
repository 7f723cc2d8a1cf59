import * as z from 'zod';

import { nowOf, type Account } from '../account.ts';
import { cancelNow } from '../billing/cancel.ts';
import { changeItems, type ItemChange } from '../billing/change-subscription.ts';
import { voidInvoice } from '../billing/collect-invoice.ts';
import { openInvoicesOf } from '../billing/pass-time.ts';
import { subscribe, trialEndAfter } from '../billing/subscribe.ts';
import { emit } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import {
  changeMetadata,
  flag,
  metadata,
  number,
  readParameters,
  type Operation,
} from '../operation.ts';
import { invalid } from '../stripe-failure.ts';
import type { Subscription } from '../stripe-objects.ts';

import { requireCustomer } from './customers.ts';
import { requireMethod } from './payment-methods.ts';

const ItemParameters = z.strictObject({
  id: z.string().optional(),
  price: z.string().optional(),
  quantity: number.min(0).optional(),
  deleted: flag.optional(),
});
const SubscriptionParameters = z.strictObject({
  customer: z.string(),
  items: z.array(ItemParameters).min(1).max(20),
  currency: z.string().optional(),
  default_payment_method: z.string().optional(),
  trial_period_days: number.optional(),
  metadata: metadata.optional(),
  description: z.string().optional(),
});
const Pause = z.union([
  z.literal(''),
  z.strictObject({
    behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']),
    resumes_at: number.optional(),
  }),
]);
const SubscriptionChange = z.strictObject({
  items: z.array(ItemParameters).max(20).optional(),
  cancel_at_period_end: flag.optional(),
  cancel_at: z.union([z.literal(''), number]).optional(),
  cancellation_details: z
    .strictObject({ comment: z.string().optional(), feedback: z.string().optional() })
    .optional(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  pause_collection: Pause.optional(),
  payment_behavior: z
    .enum([
      'allow_incomplete',
      'default_incomplete',
      'error_if_incomplete',
      'pending_if_incomplete',
    ])
    .default('allow_incomplete'),
  proration_behavior: z
    .enum(['always_invoice', 'create_prorations', 'none'])
    .default('create_prorations'),
  trial_end: z.union([z.literal('now'), number]).optional(),
});
type Change = z.output<typeof SubscriptionChange>;
const Cancellation = z.strictObject({
  invoice_now: flag.optional(),
  prorate: flag.optional(),
  cancellation_details: z
    .strictObject({ comment: z.string().optional(), feedback: z.string().optional() })
    .optional(),
});
const SubscriptionQuery = z.strictObject({
  ...paging,
  customer: z.string().optional(),
  price: z.string().optional(),
  status: z.string().optional(),
});

/** Creating, reading, changing, cancelling and listing subscriptions. */
export const subscriptionOperations: Operation[] = [
  {
    method: 'post',
    path: '/v1/subscriptions',
    run: ({ account, form }) => create(account, readParameters(SubscriptionParameters, form)),
  },
  {
    method: 'get',
    path: '/v1/subscriptions/{subscription_exposed_id}',
    run: ({ account, path }) => find(account, path),
  },
  {
    method: 'post',
    path: '/v1/subscriptions/{subscription_exposed_id}',
    run: ({ account, path, form }) => {
      const subscription = requireLiving(find(account, path));
      change(account, subscription, readParameters(SubscriptionChange, form));
      return subscription;
    },
  },
  {
    method: 'delete',
    path: '/v1/subscriptions/{subscription_exposed_id}',
    run: ({ account, path, form }) => {
      readParameters(Cancellation, form);
      const subscription = requireLiving(find(account, path));
      cancelNow(account, subscription, 'cancellation_requested');
      for (const invoice of openInvoicesOf(account, subscription)) voidInvoice(account, invoice);
      return subscription;
    },
  },
  {
    method: 'get',
    path: '/v1/subscriptions',
    run: ({ account, form }) => {
      const query = readParameters(SubscriptionQuery, form);
      const found = Object.values(account.objects.subscriptions).filter(
        ({ customer, status, items }) =>
          (query.customer === undefined || customer === query.customer) &&
          (query.price === undefined || items.data.some(({ price }) => price.id === query.price)) &&
          isOfStatus(status, query.status),
      );
      return toPage(found, '/v1/subscriptions', query);
    },
  },
];

function find(account: Account, path: Record<string, string>): Subscription {
  return requireObject(account, 'subscriptions', path['subscription_exposed_id'] ?? '');
}

function isOfStatus(status: string, wanted: string | undefined): boolean {
  const isOver = status === 'canceled' || status === 'incomplete_expired';
  if (wanted === 'all') return true;
  if (wanted === 'ended') return isOver;
  return wanted === undefined ? !isOver : status === wanted;
}

function requireLiving(subscription: Subscription): Subscription {
  if (subscription.ended_at === null) return subscription;
  throw invalid(
    'A canceled subscription can only update its cancellation_details and metadata.',
    'id',
    'resource_missing',
  );
}

function create(account: Account, given: z.output<typeof SubscriptionParameters>): Subscription {
  const customer = requireCustomer(account, given.customer);
  const items = given.items.map(({ price: id = '', quantity = 1 }, at) => ({
    price: requireObject(account, 'prices', id, `items[${at}][price]`),
    quantity,
  }));
  const currency = given.currency ?? items[0]?.price.currency ?? 'usd';
  const days = given.trial_period_days ?? 0;
  return subscribe(account, {
    customer,
    items,
    currency,
    paymentMethod: given.default_payment_method ?? null,
    trialEnd: days > 0 ? trialEndAfter(account, customer.id, days) : null,
    metadata: changeMetadata({}, given.metadata),
    description: given.description ?? null,
  });
}

function change(account: Account, subscription: Subscription, given: Change): void {
  const before = structuredClone(subscription);
  if (given.cancel_at_period_end !== undefined && given.cancel_at !== undefined) {
    throw invalid('You may only pass one of cancel_at_period_end and cancel_at.', 'cancel_at');
  }
  const changes = (given.items ?? []).map((each, at) =>
    toItemChange(account, subscription, each, at),
  );
  if (given.default_payment_method) {
    requireMethod(account, subscription.customer, given.default_payment_method);
    subscription.default_payment_method = given.default_payment_method;
  }
  subscription.description = given.description ?? subscription.description;
  subscription.metadata = changeMetadata(subscription.metadata, given.metadata);
  changeEnd(account, subscription, given);
  if (given.pause_collection !== undefined) {
    const pause = given.pause_collection;
    subscription.pause_collection =
      pause === '' ? null : { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null };
  }
  const { proration_behavior: proration, payment_behavior: payment } = given;
  try {
    changeItems(account, subscription, changes, { proration, payment });
  } catch (error) {
    Object.assign(subscription, before);
    throw error;
  }
  const previous = differences(before, subscription);
  if (Object.keys(previous).length === 0) return;
  emit(account, 'customer.subscription.updated', subscription, previous);
}

/** What the portal does: lets a subscription end with its period, or go on. */
export function setCancelAtPeriodEnd(
  account: Account,
  subscription: Subscription,
  isEnding: boolean,
): void {
  const text = isEnding ? 'true' : 'false';
  change(account, subscription, readParameters(SubscriptionChange, { cancel_at_period_end: text }));
}

/** When it ends, and when its trial does. */
function changeEnd(account: Account, subscription: Subscription, given: Change): void {
  const now = nowOf(account, subscription.customer);
  const end = subscription.items.data[0]?.current_period_end ?? null;
  if (given.cancel_at_period_end !== undefined) {
    subscription.cancel_at_period_end = given.cancel_at_period_end;
    subscription.cancel_at = given.cancel_at_period_end ? end : null;
  }
  if (given.cancel_at !== undefined) {
    subscription.cancel_at = given.cancel_at === '' ? null : given.cancel_at;
    subscription.cancel_at_period_end = false;
  }
  if (given.cancel_at !== undefined || given.cancel_at_period_end !== undefined) {
    const isEnding = subscription.cancel_at !== null;
    subscription.canceled_at = isEnding ? now : null;
    subscription.cancellation_details = {
      comment: given.cancellation_details?.comment ?? null,
      feedback: given.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason: isEnding ? 'cancellation_requested' : null,
    };
  }
  if (given.trial_end !== undefined && subscription.status === 'trialing') {
    const trialEnd = given.trial_end === 'now' ? now : given.trial_end;
    subscription.trial_end = trialEnd;
    for (const item of subscription.items.data) item.current_period_end = trialEnd;
  }
}

function toItemChange(
  account: Account,
  subscription: Subscription,
  given: z.output<typeof ItemParameters>,
  at: number,
): ItemChange {
  const item = subscription.items.data.find(({ id }) => id === given.id);
  if (!item) {
    throw invalid(
      `No such subscription item: '${given.id ?? ''}' (the emulator adds and removes no items)`,
      `items[${at}][id]`,
      'resource_missing',
    );
  }
  const price =
    given.price === undefined
      ? item.price
      : requireObject(account, 'prices', given.price, `items[${at}][price]`);
  if (!price.active) {
    throw invalid(
      `The price specified is inactive. This field only accepts active prices.`,
      `items[${at}][price]`,
    );
  }
  return { item, price, quantity: given.quantity ?? item.quantity };
}

/** The former values of what was changed. */
function differences(before: Subscription, after: Subscription): object {
  const changed = Object.entries(before).filter(
    ([key, value]) =>
      JSON.stringify(value) !==
      JSON.stringify(Object.entries(after).find(([name]) => name === key)?.[1]),
  );
  return Object.fromEntries(changed);
}
