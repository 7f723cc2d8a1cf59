import type { Account } from '../account.ts';
import { payInvoice } from '../billing/collect-invoice.ts';
import { openInvoicesOf, reactivate } from '../billing/pass-time.ts';
import { requireObject } from '../find-object.ts';
import { requireCustomer } from '../objects/customers.ts';
import { attachCard, makeDefault } from '../objects/payment-methods.ts';
import { setCancelAtPeriodEnd } from '../objects/subscriptions.ts';
import { StripeFailure } from '../stripe-failure.ts';
import type { PortalSession, Subscription } from '../stripe-objects.ts';

import { escape, redirect, toAlert, toCardForm, toDay, toMoney, toPage } from './page-frame.ts';

function subscriptionsOf(account: Account, { customer }: PortalSession): Subscription[] {
  return Object.values(account.objects.subscriptions).filter(
    (each) => each.customer === customer && each.ended_at === null,
  );
}

/** The page where customers see to their own subscription. */
export function showPortal(account: Account, id: string, problem: string | null = null): Response {
  const session = requireObject(account, 'portalSessions', id);
  const customer = requireCustomer(account, session.customer);
  const method = customer.invoice_settings.default_payment_method;
  const card = method === null ? undefined : account.objects.paymentMethods[method]?.card;
  const own = card ? `<p>Card ending in ${card.last4}</p>` : '<p>No card.</p>';
  const form = toCardForm('Use this card', '<input type="hidden" name="action" value="card">');
  const back = session.return_url
    ? `<p><a href="${escape(session.return_url)}">Back to the app</a></p>`
    : '';
  const isForCard = session.flow?.type === 'payment_method_update';
  const plans = isForCard
    ? ''
    : `<section><h2>Subscription</h2>${describeAll(account, subscriptionsOf(account, session))}</section>`;
  const html = `${toAlert(problem)}${plans}
<section><h2>Payment method</h2>${own}${form}</section>${back}`;
  return toPage('Billing', html, problem === null ? 200 : 402);
}

function describeAll(account: Account, subscriptions: Subscription[]): string {
  if (subscriptions.length === 0) return '<p>None.</p>';
  return subscriptions.map((each) => describe(account, each)).join('');
}

function describe(account: Account, subscription: Subscription): string {
  const { id, items, status, currency, cancel_at_period_end: isEnding } = subscription;
  const [item] = items.data;
  if (!item) return '';
  const { name } = requireObject(account, 'products', item.price.product);
  const amount = item.price.currency_options[currency]?.unit_amount ?? 0;
  const cost = `${toMoney(amount * item.quantity, currency)} each ${item.price.recurring?.interval}`;
  const end = toDay(item.current_period_end);
  const action = isEnding ? 'resume' : 'cancel';
  return `<p><strong>${escape(name)}</strong>: ${cost}, ${item.quantity} × (${escape(status)})</p>
<p>${isEnding ? `Ends on ${end}.` : `Renews on ${end}.`}</p>
<form method="post"><input type="hidden" name="action" value="${action}">
<input type="hidden" name="subscription" value="${escape(id)}">
<button>${isEnding ? 'Do not cancel' : 'Cancel at the end of the period'}</button></form>`;
}

/** A person has done something at the portal. */
export function applyToPortal(account: Account, id: string, form: URLSearchParams): Response {
  const session = requireObject(account, 'portalSessions', id);
  try {
    if (form.get('action') === 'card') changeCard(account, session, form.get('card') ?? '');
    else {
      const wanted = form.get('subscription');
      const own = subscriptionsOf(account, session).find((each) => each.id === wanted);
      if (own) setCancelAtPeriodEnd(account, own, form.get('action') === 'cancel');
    }
  } catch (error) {
    if (error instanceof StripeFailure) return showPortal(account, id, error.message);
    throw error;
  }
  const after = session.flow?.after_completion;
  if (after?.type === 'redirect' && after.redirect) return redirect(after.redirect.return_url);
  return redirect(session.url);
}

/** The new card also pays what is open. */
function changeCard(account: Account, session: PortalSession, typed: string): void {
  const customer = requireCustomer(account, session.customer);
  const method = attachCard(account, customer, typed);
  makeDefault(account, customer, method);
  for (const subscription of subscriptionsOf(account, session)) {
    subscription.default_payment_method = method.id;
    const open = openInvoicesOf(account, subscription);
    const paid = open.map((invoice) => payInvoice(account, invoice));
    if (paid.length > 0) reactivate(account, subscription);
  }
}
