import type Stripe from 'stripe';
import type * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { Invoice, InvoicePage } from '#app/billing/subscription/own-subscription.ts';
import { askStripe, type StripeFailure } from './ask-stripe.server.ts';
import { loadCustomerId } from './customer-store.server.ts';
import { openStripe } from './open-stripe.server.ts';

const PAGE_SIZE = 12;

/** The invoices of an account after one of them, newest first; none where nothing was ever bought. */
export async function listInvoices(
  app: Pick<AppContext, 'env' | 'config' | 'log'>,
  accountId: string,
  after: string | undefined,
): Promise<Result<z.infer<typeof InvoicePage>, StripeFailure>> {
  const opened = await openStripe(app);
  // Who wants to buy is told why they cannot; a list is just empty.
  if (!opened.ok) return succeed(NOTHING);
  const { stripe, isLive } = opened.value;
  const customer = await loadCustomerId(app.env.DB, accountId, isLive);
  if (customer === null) return succeed(NOTHING);
  const listed = await askStripe(app, () =>
    stripe.invoices.list({
      customer,
      limit: PAGE_SIZE,
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
  if (!listed.ok) {
    const isGone = listed.reason === 'missing' && listed.param === 'customer';
    return isGone ? succeed(NOTHING) : listed;
  }
  return succeed({ invoices: listed.value.data.map(toInvoice), hasMore: listed.value.has_more });
}

const STATUSES = ['open', 'paid', 'uncollectible', 'void'] as const;
const NOTHING = { invoices: [], hasMore: false };

function toInvoice(invoice: Stripe.Invoice): Invoice {
  const { id, number, created, total, currency, status } = invoice;
  return {
    id,
    number,
    createdAt: created * 1_000,
    amount: total,
    currency,
    status: STATUSES.find((known) => known === status) ?? 'draft',
    url: invoice.hosted_invoice_url ?? null,
    pdf: invoice.invoice_pdf ?? null,
  };
}
