import { nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import { toPlan } from '../objects/prices.ts';
import { declined } from '../stripe-failure.ts';
import type { InvoiceLine, Price, Subscription, SubscriptionItem } from '../stripe-objects.ts';

import { invoiceSubscription, voidInvoice } from './collect-invoice.ts';
import { toPeriodLine, toProrationLines } from './invoice-lines.ts';
import { addInterval } from './periods.ts';

/** Another price or number of seats of an item. */
export interface ItemChange {
  item: SubscriptionItem;
  price: Price;
  quantity: number;
}

/** How a change is charged: https://docs.stripe.com/billing/subscriptions/prorations */
export interface ChangeRules {
  proration: 'create_prorations' | 'always_invoice' | 'none';
  payment:
    | 'allow_incomplete'
    | 'error_if_incomplete'
    | 'pending_if_incomplete'
    | 'default_incomplete';
}

/** Changes the items of a subscription, and charges for the difference. */
export function changeItems(
  account: Account,
  subscription: Subscription,
  changes: ItemChange[],
  rules: ChangeRules,
): void {
  const isTrial = subscription.status === 'trialing';
  const before = structuredClone(subscription.items.data);
  const lines = changes.flatMap((change) => applyChange(account, subscription, change, rules));
  const isNewCycle = lines.some(
    ({ parent }) => parent?.subscription_item_details?.proration === false,
  );
  if (isTrial || lines.length === 0) return;
  if (!isNewCycle && rules.proration === 'create_prorations') {
    (account.pendingLines[subscription.id] ??= []).push(...lines);
    return;
  }
  const invoice = invoiceSubscription(account, subscription, 'subscription_update', lines);
  if (invoice.status === 'paid') return;
  if (rules.payment === 'error_if_incomplete') {
    voidInvoice(account, invoice);
    subscription.items.data = before;
    throw declined();
  }
  const { status } = subscription;
  subscription.status = 'past_due';
  emit(account, 'customer.subscription.updated', subscription, { status });
}

function applyChange(
  account: Account,
  subscription: Subscription,
  { item, price, quantity }: ItemChange,
  { proration }: ChangeRules,
): InvoiceLine[] {
  const now = nowOf(account, subscription.customer);
  const isSame = item.price.id === price.id && item.quantity === quantity;
  if (isSame) return [];
  const isNewCycle = item.price.recurring?.interval !== price.recurring?.interval;
  const [unused, remaining] = toProrationLines(subscription, item, { price, quantity }, now);
  Object.assign(item, { price, plan: toPlan(price), quantity });
  if (!unused || !remaining) return [];
  if (!isNewCycle || subscription.status === 'trialing') {
    return proration === 'none' ? [] : [unused, remaining];
  }
  // Another interval begins a new period at once.
  item.current_period_start = now;
  item.current_period_end = addInterval(now, price.recurring?.interval ?? 'month');
  subscription.billing_cycle_anchor = now;
  const whole = toPeriodLine(subscription, item);
  return proration === 'none' ? [whole] : [unused, whole];
}
