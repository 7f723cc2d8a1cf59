import { jsonRequest, requestJson } from '#app/api-client/api-request.ts';

import { PlanPrices } from './plans/plan-prices.ts';
import {
  InvoicePage,
  OwnSubscription,
  StripePage,
  type PlanChoice,
} from './subscription/own-subscription.ts';
import { Usage } from './usage.ts';

/** The prices of another currency than the page was rendered with. */
export function requestPrices(currency: string) {
  return requestJson(PlanPrices, `/api/billing/prices?currency=${encodeURIComponent(currency)}`);
}

/** The signed-in user's subscription as our own store has it, whether or not Stripe answers. */
export function requestOwnSubscription() {
  return requestJson(OwnSubscription, '/api/billing/subscription');
}

/** Has our store brought up to date by Stripe, and returns the result. */
export function requestSync(init: Pick<RequestInit, 'signal'> = {}) {
  return requestJson(OwnSubscription, '/api/billing/sync', { method: 'POST', ...init });
}

/**
 * A page of the signed-in user's invoices, newest first.
 * @param cursor id of the last invoice of the page before
 */
export function requestInvoices(cursor: string | null) {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  return requestJson(InvoicePage, `/api/billing/invoices${query}`);
}

/** Opens a checkout for a plan, and returns the address of Stripe's page. */
export function requestCheckout(choice: PlanChoice) {
  return requestJson(StripePage, '/api/billing/checkout', jsonRequest('POST', choice));
}

/** The address of Stripe's portal; with `payment`, of its page for the payment method. */
export function requestPortal(flow?: 'payment') {
  return requestJson(
    StripePage,
    '/api/billing/portal',
    jsonRequest('POST', flow === undefined ? {} : { flow }),
  );
}

/** Changes plan, interval or seats of the subscription that is paid for. */
export function requestPlanChange(choice: PlanChoice) {
  return requestJson(OwnSubscription, '/api/billing/change', jsonRequest('POST', choice));
}

/** Ends the subscription when what is paid for is over. */
export function requestCancellation() {
  return requestJson(OwnSubscription, '/api/billing/cancel', { method: 'POST' });
}

/** Takes a cancellation back. */
export function requestResumption() {
  return requestJson(OwnSubscription, '/api/billing/resume', { method: 'POST' });
}

/** Usage of the signed-in user's account against each limit. */
export function requestUsage() {
  return requestJson(Usage, '/api/usage');
}
