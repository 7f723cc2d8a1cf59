import { nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { toPageAddress } from '../page-address.ts';
import type { Customer, Invoice, InvoiceLine, Subscription } from '../stripe-objects.ts';

import { chargeCard } from './charge-card.ts';
import { toInvoice } from './to-invoice.ts';

const DAY = 86_400;
/** Days after the last attempt, as a new account of Stripe's without Smart Retries has them. */
const RETRY_DAYS = [3, 5, 7];

/** Makes the invoice of a subscription from lines, finalizes it, and tries to have it paid. */
export function invoiceSubscription(
  account: Account,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
  lines: InvoiceLine[],
): Invoice {
  const customer = requireLiving(account, subscription.customer);
  const invoice = toInvoice(account, customer, subscription, reason, lines);
  account.objects.invoices[invoice.id] = invoice;
  subscription.latest_invoice = invoice.id;
  emit(account, 'invoice.created', invoice);
  finalize(account, customer, invoice);
  if (subscription.pause_collection === null) payInvoice(account, invoice);
  return invoice;
}

/** Tries to have an open invoice paid; tells whether it is. */
export function payInvoice(account: Account, invoice: Invoice): boolean {
  const now = nowOf(account, invoice.customer);
  const method = methodOf(account, invoice);
  const due = invoice.amount_remaining;
  const isPaid = due === 0 || (method !== null && chargeCard(account, invoice, method, due));
  invoice.attempted = true;
  if (due > 0) invoice.attempt_count += 1;
  if (isPaid) {
    settle(invoice, now);
    emit(account, 'invoice.paid', invoice);
    emit(account, 'invoice.payment_succeeded', invoice);
    return true;
  }
  const days = RETRY_DAYS[invoice.attempt_count - 1];
  invoice.next_payment_attempt =
    days === undefined || invoice.billing_reason === 'subscription_create'
      ? null
      : now + days * DAY;
  emit(account, 'invoice.payment_failed', invoice);
  return false;
}

/** An invoice that nobody needs to pay any more. */
export function voidInvoice(account: Account, invoice: Invoice): void {
  invoice.status = 'void';
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = nowOf(account, invoice.customer);
  emit(account, 'invoice.voided', invoice);
}

function settle(invoice: Invoice, now: number): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  for (const payment of invoice.payments.data) {
    payment.status = 'paid';
    payment.amount_paid = payment.amount_requested;
    payment.status_transitions.paid_at = now;
  }
}

function finalize(account: Account, customer: Customer, invoice: Invoice): void {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  // Credit of the customer is negative, and is used up first.
  customer.balance = Math.min(0, invoice.starting_balance + invoice.total);
  invoice.ending_balance = customer.balance;
  invoice.number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
  invoice.status = 'open';
  invoice.hosted_invoice_url = toPageAddress(account, 'invoice', invoice.id);
  invoice.invoice_pdf = toPageAddress(account, 'pdf', invoice.id);
  invoice.effective_at = invoice.created;
  invoice.status_transitions.finalized_at = invoice.created;
  emit(account, 'invoice.finalized', invoice);
}

function methodOf(account: Account, invoice: Invoice) {
  const { subscription } = invoice.parent.subscription_details;
  const own = account.objects.subscriptions[subscription]?.default_payment_method;
  const customer = requireLiving(account, invoice.customer);
  const id = own ?? customer.invoice_settings.default_payment_method;
  return id === null ? null : requireObject(account, 'paymentMethods', id);
}

function requireLiving(account: Account, id: string): Customer {
  const customer = requireObject(account, 'customers', id);
  if ('deleted' in customer && customer.deleted) throw new Error(`${id} was deleted`);
  return customer;
}
