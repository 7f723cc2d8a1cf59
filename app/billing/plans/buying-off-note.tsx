import { Info } from 'lucide-react';

import { INTERVALS, PAID_TIERS, toLookupKey } from './plan-prices.ts';

const LOOKUP_KEYS = PAID_TIERS.flatMap((tier) =>
  INTERVALS.map((interval) => toLookupKey(tier, interval)),
);

/** Why nothing can be bought: for visitors, and for whoever runs the installation. */
export function BuyingOffNote() {
  return (
    <div className="flex gap-2 rounded-panel border bg-sunken px-4 py-3">
      <Info aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-semibold">Buying is not set up on this installation</p>
        <p className="text-muted">
          Everybody has the limits of Free here. The prices are those that the plans are listed
          with.
        </p>
        <details className="mt-1 text-sm">
          <summary className="inline-flex min-h-9 items-center text-blue underline underline-offset-2 pointer-coarse:min-h-11">
            What an operator has to set
          </summary>
          <ul className="list-disc ps-5 text-muted [&_code]:wrap-anywhere [&_code]:text-ink">
            <li>
              <code>STRIPE_SECRET_KEY</code>: a secret key of your Stripe account.
            </li>
            <li>
              <code>STRIPE_WEBHOOK_SECRET</code>: the signing secret of a webhook endpoint for{' '}
              <code>/stripe/webhook</code>.
            </li>
            <li>
              In Stripe, a price with each of these lookup keys:{' '}
              <code>{LOOKUP_KEYS.join(', ')}</code>.
            </li>
          </ul>
        </details>
      </div>
    </div>
  );
}
