import type { Account } from '../account.ts';
import { StripeFailure } from '../stripe-failure.ts';

import { payCheckout, showCheckout } from './checkout-page.ts';
import { sendPdf, showInvoice } from './invoice-page.ts';
import { toAlert, toPage } from './page-frame.ts';
import { showPortal, applyToPortal } from './portal-page.ts';

/** Answers a page by its kind and the id of its object; `form`: what a person has sent, or null. */
export function servePage(
  account: Account,
  page: string,
  id: string,
  form: URLSearchParams | null,
): Response {
  try {
    switch (page) {
      case 'checkout':
        return form === null ? showCheckout(account, id) : payCheckout(account, id, form);
      case 'portal':
        return form === null ? showPortal(account, id) : applyToPortal(account, id, form);
      case 'invoice':
        return showInvoice(account, id);
      case 'pdf':
        return sendPdf(account, id);
      default:
        return toPage('Not found', '<p>There is no such page.</p>', 404);
    }
  } catch (error) {
    if (error instanceof StripeFailure) return toPage('Not found', toAlert(error.message), 404);
    throw error;
  }
}
