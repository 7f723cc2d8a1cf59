import { nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import type { Invoice, Subscription } from '../stripe-objects.ts';

import { cancelNow } from './cancel.ts';
import { invoiceSubscription, payInvoice, voidInvoice } from './collect-invoice.ts';
import { toPeriodLine } from './invoice-lines.ts';
import { addInterval } from './periods.ts';

const DAY = 86_400;
/** Stripe tells of the end of a trial so long before it. */
const TRIAL_NOTICE = 3 * DAY;

/** Something that a subscription does by itself at a time. */
interface Due {
  at: number;
  run: () => void;
}

/** Moves a customer's clock forward, with everything that happens on the way. */
export function advanceClock(account: Account, customer: string, seconds: number): void {
  const end = nowOf(account, customer) + seconds;
  for (;;) {
    const next = nextDue(account, customer);
    if (!next || next.at > end) break;
    account.clocks[customer] = Math.max(account.clocks[customer] ?? 0, next.at - nowOf(account));
    next.run();
  }
  account.clocks[customer] = Math.max(account.clocks[customer] ?? 0, end - nowOf(account));
}

/** Does what has become due while nobody asked: for an emulator whose state outlives its process. */
export function catchUp(account: Account): void {
  for (const customer of new Set(subscriptionsOf(account).map((each) => each.customer))) {
    advanceClock(account, customer, 0);
  }
}

function subscriptionsOf(account: Account): Subscription[] {
  return Object.values(account.objects.subscriptions).filter(({ ended_at: end }) => end === null);
}

function nextDue(account: Account, customer: string): Due | undefined {
  const own = subscriptionsOf(account).filter((each) => each.customer === customer);
  return own.flatMap((each) => duesOf(account, each)).toSorted((a, b) => a.at - b.at)[0];
}

function duesOf(account: Account, subscription: Subscription): Due[] {
  if (subscription.status === 'incomplete') {
    // Stripe gives a first payment 23 hours.
    return [{ at: subscription.created + 23 * 3_600, run: () => expire(account, subscription) }];
  }
  const dues: Due[] = [];
  const [item] = subscription.items.data;
  if (item) dues.push({ at: item.current_period_end, run: () => endPeriod(account, subscription) });
  const { cancel_at: cancelAt } = subscription;
  if (cancelAt !== null && (!item || cancelAt < item.current_period_end)) {
    dues.push({
      at: cancelAt,
      run: () => cancelNow(account, subscription, 'cancellation_requested'),
    });
  }
  const resumes = subscription.pause_collection?.resumes_at;
  if (resumes) dues.push({ at: resumes, run: () => resumeCollection(account, subscription) });
  dues.push(...retriesOf(account, subscription), ...noticesOf(account, subscription));
  return dues;
}

function noticesOf(account: Account, subscription: Subscription): Due[] {
  const { trial_end: end, status, id } = subscription;
  const told = Object.values(account.objects.events).some(
    (event) =>
      event.type === 'customer.subscription.trial_will_end' &&
      'id' in event.data.object &&
      event.data.object.id === id,
  );
  if (end === null || status !== 'trialing' || told) return [];
  return [
    {
      at: end - TRIAL_NOTICE,
      run: () => emit(account, 'customer.subscription.trial_will_end', subscription),
    },
  ];
}

function retriesOf(account: Account, subscription: Subscription): Due[] {
  return openInvoicesOf(account, subscription).flatMap((invoice) => {
    const at = invoice.next_payment_attempt;
    return at === null ? [] : [{ at, run: () => retry(account, subscription, invoice) }];
  });
}

/** Invoices of a subscription that nobody has paid yet, oldest first. */
export function openInvoicesOf(account: Account, { id }: Subscription): Invoice[] {
  return Object.values(account.objects.invoices).filter(
    ({ parent, status }) => status === 'open' && parent.subscription_details.subscription === id,
  );
}

function retry(account: Account, subscription: Subscription, invoice: Invoice): void {
  if (payInvoice(account, invoice)) {
    reactivate(account, subscription);
  } else if (invoice.next_payment_attempt === null) {
    giveUp(account, subscription);
  }
}

/** A subscription whose invoices are paid again. */
export function reactivate(account: Account, subscription: Subscription): void {
  const { status } = subscription;
  if (status === 'active' || status === 'trialing') return;
  if (openInvoicesOf(account, subscription).length > 0) return;
  subscription.status = 'active';
  emit(account, 'customer.subscription.updated', subscription, { status });
}

function giveUp(account: Account, subscription: Subscription): void {
  if (account.afterRetries === 'cancel') {
    cancelNow(account, subscription, 'payment_failed');
  } else if (account.afterRetries === 'unpaid') {
    subscription.status = 'unpaid';
    emit(account, 'customer.subscription.updated', subscription, { status: 'past_due' });
  }
}

function expire(account: Account, subscription: Subscription): void {
  subscription.status = 'incomplete_expired';
  subscription.ended_at = nowOf(account, subscription.customer);
  for (const invoice of openInvoicesOf(account, subscription)) voidInvoice(account, invoice);
  emit(account, 'customer.subscription.updated', subscription, { status: 'incomplete' });
}

/** Collects payments again after a pause. */
export function resumeCollection(account: Account, subscription: Subscription): void {
  const { pause_collection: paused } = subscription;
  subscription.pause_collection = null;
  emit(account, 'customer.subscription.updated', subscription, { pause_collection: paused });
}

function endPeriod(account: Account, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    cancelNow(account, subscription, 'cancellation_requested');
    return;
  }
  const before = { status: subscription.status };
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    const interval = item.price.recurring?.interval ?? 'month';
    const { billing_cycle_anchor: anchor } = subscription;
    item.current_period_end = addInterval(item.current_period_start, interval, anchor);
  }
  if (subscription.status === 'trialing') subscription.status = 'active';
  const pending = account.pendingLines[subscription.id] ?? [];
  account.pendingLines[subscription.id] = [];
  const lines = subscription.items.data.map((item) => toPeriodLine(subscription, item));
  const all = [...pending, ...lines];
  const invoice = invoiceSubscription(account, subscription, 'subscription_cycle', all);
  settlePeriod(account, subscription, invoice);
  emit(account, 'customer.subscription.updated', subscription, before);
}

function settlePeriod(account: Account, subscription: Subscription, invoice: Invoice): void {
  const behaviour = subscription.pause_collection?.behavior;
  if (behaviour === 'void') voidInvoice(account, invoice);
  if (behaviour === 'mark_uncollectible') invoice.status = 'uncollectible';
  if (behaviour === undefined && invoice.status === 'open') subscription.status = 'past_due';
}
