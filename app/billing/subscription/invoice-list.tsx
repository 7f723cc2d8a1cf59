import { Download, ExternalLink } from 'lucide-react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { LocalTime } from '#app/ui/locale/local-time.tsx';
import { TaskButton } from '#app/auth/task-button.tsx';
import { formatAmount } from '#app/billing/plans/format-amount.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import type { Invoice } from './own-subscription.ts';
import { useInvoices } from './use-invoices.ts';

const STATUS: Record<
  Invoice['status'],
  { tone: 'plain' | 'pass' | 'warn' | 'fail'; text: string }
> = {
  draft: { tone: 'plain', text: 'Draft' },
  open: { tone: 'warn', text: 'Open' },
  paid: { tone: 'pass', text: 'Paid' },
  uncollectible: { tone: 'fail', text: 'Not collected' },
  void: { tone: 'plain', text: 'Void' },
};

/** The invoices, newest first, with the ways to Stripe's page of each and to its PDF. */
export function InvoiceList() {
  const { invoices, hasMore, isLoading, failure, loadMore } = useInvoices();
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices" className="mb-2">
        Invoices
      </h2>
      {invoices === null && isLoading ? <Spinner /> : null}
      {invoices?.length === 0 ? <p className="text-muted">There are no invoices yet.</p> : null}
      {invoices && invoices.length > 0 ? (
        <ul className="border-t">
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      ) : null}
      {failure ? (
        <div className="mt-3">
          <p className="mb-2 text-muted">
            The invoices cannot be loaded at the moment. Your plan is not affected.
          </p>
          <FailureNote failure={failure} />
          <Button className="mt-3" onClick={loadMore}>
            Try again
          </Button>
        </div>
      ) : null}
      {hasMore && failure === null ? (
        <TaskButton className="mt-3" isBusy={isLoading} onClick={loadMore}>
          Show older invoices
        </TaskButton>
      ) : null}
    </section>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, createdAt, amount, currency, status, url, pdf } = invoice;
  const name = number ?? 'without a number';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 sm:grid sm:grid-cols-[11.5rem_minmax(0,1fr)_6rem_6.5rem_auto]">
      <LocalTime at={createdAt} style="long" />
      <code className="min-w-0 text-muted wrap-anywhere max-sm:order-1 max-sm:basis-full">
        {number ?? 'No number yet'}
      </code>
      <span className="tabular-nums max-sm:ms-auto sm:text-end">
        {formatAmount(amount, currency)}
      </span>
      <span>
        <Badge tone={STATUS[status].tone}>{STATUS[status].text}</Badge>
      </span>
      <span className="flex gap-1 max-sm:order-2 max-sm:-ms-2">
        {url === null ? null : (
          <a href={url} target="_blank" rel="noreferrer" className={LINK}>
            <ExternalLink aria-hidden />
            View<span className="sr-only"> invoice {name}</span>
          </a>
        )}
        {pdf === null ? null : (
          <a href={pdf} rel="noreferrer" className={LINK}>
            <Download aria-hidden />
            PDF<span className="sr-only"> of invoice {name}</span>
          </a>
        )}
      </span>
    </li>
  );
}

const LINK =
  'inline-flex min-h-9 items-center gap-1 rounded-control px-2 text-sm text-blue hover:bg-hover pointer-coarse:min-h-11 [&_svg]:size-3.5';
