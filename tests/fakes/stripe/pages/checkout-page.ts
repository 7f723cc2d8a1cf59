import type { Account } from '../account.ts';
import { requireObject } from '../find-object.ts';
import { completeSession, toSuccessAddress } from '../objects/checkout-sessions.ts';
import { StripeFailure } from '../stripe-failure.ts';
import type { CheckoutSession } from '../stripe-objects.ts';

import { escape, redirect, toAlert, toCardForm, toMoney, toPage } from './page-frame.ts';

/** The page where a person pays for a checkout session. */
export function showCheckout(
  account: Account,
  id: string,
  problem: string | null = null,
): Response {
  const session = requireObject(account, 'checkoutSessions', id);
  if (session.status !== 'open') {
    return toPage(
      'Checkout',
      '<p>This checkout is over: it was completed, or it has expired.</p>',
      410,
    );
  }
  const currency = session.currency ?? 'usd';
  const items = session.line_items.data.map((item) => {
    const { name } = requireObject(account, 'products', item.price.product);
    const interval = item.price.recurring?.interval ?? 'month';
    const cost = `${toMoney(item.amount_total, currency)} each ${interval}`;
    return `<p><strong>${escape(name)}</strong>: ${cost}</p><p>Quantity: ${item.quantity}</p>`;
  });
  const days = account.sessionSettings[id]?.trialDays ?? 0;
  const due = `<p>Due today: <strong>${toMoney(session.amount_total ?? 0, currency)}</strong>${
    days > 0 ? `, after ${days} days without charge` : ''
  }</p>`;
  const back = session.cancel_url
    ? `<p><a href="${escape(session.cancel_url)}">Back without paying</a></p>`
    : '';
  const form = toCardForm('Subscribe');
  const html = `<section>${items.join('')}${due}</section>
<section>${toAlert(problem)}${form}</section>${back}`;
  return toPage('Checkout', html, problem === null ? 200 : 402);
}

/** A person has typed a card and pays. */
export function payCheckout(account: Account, id: string, form: URLSearchParams): Response {
  const session: CheckoutSession = requireObject(account, 'checkoutSessions', id);
  if (session.status !== 'open') return showCheckout(account, id);
  try {
    completeSession(account, session, form.get('card') ?? '');
  } catch (error) {
    if (error instanceof StripeFailure) return showCheckout(account, id, error.message);
    throw error;
  }
  return redirect(toSuccessAddress(session));
}
