import * as z from 'zod';

import type { Account } from '../account.ts';
import { payInvoice, voidInvoice } from '../billing/collect-invoice.ts';
import { reactivate } from '../billing/pass-time.ts';
import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import { readParameters, type Operation } from '../operation.ts';
import { declined, invalid } from '../stripe-failure.ts';
import type { Invoice } from '../stripe-objects.ts';

const InvoiceQuery = z.strictObject({
  ...paging,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
});

/** Reading, listing, paying and voiding invoices. */
export const invoiceOperations: Operation[] = [
  {
    method: 'get',
    path: '/v1/invoices/{invoice}',
    run: ({ account, path }) => find(account, path),
  },
  {
    method: 'get',
    path: '/v1/invoices',
    run: ({ account, form }) => {
      const query = readParameters(InvoiceQuery, form);
      const found = Object.values(account.objects.invoices).filter(
        ({ customer, status, parent }) =>
          (query.customer === undefined || customer === query.customer) &&
          (query.status === undefined || status === query.status) &&
          (query.subscription === undefined ||
            parent.subscription_details.subscription === query.subscription),
      );
      return toPage(found, '/v1/invoices', query);
    },
  },
  {
    method: 'post',
    path: '/v1/invoices/{invoice}/pay',
    run: ({ account, path }) => {
      const invoice = requireOpen(find(account, path));
      if (!payInvoice(account, invoice)) throw declined();
      const { subscription } = invoice.parent.subscription_details;
      reactivate(account, requireObject(account, 'subscriptions', subscription));
      return invoice;
    },
  },
  {
    method: 'post',
    path: '/v1/invoices/{invoice}/void',
    run: ({ account, path }) => {
      const invoice = requireOpen(find(account, path));
      voidInvoice(account, invoice);
      return invoice;
    },
  },
];

function find(account: Account, path: Record<string, string>): Invoice {
  return requireObject(account, 'invoices', path['invoice'] ?? '');
}

function requireOpen(invoice: Invoice): Invoice {
  if (invoice.status === 'open') return invoice;
  throw invalid(
    `Invoice is ${invoice.status ?? 'draft'}, not open.`,
    undefined,
    'invoice_not_editable',
  );
}
