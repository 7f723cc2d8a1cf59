import type { ReactNode } from 'react';

import { LocalTime } from '#app/ui/locale/local-time.tsx';
import { formatAmount } from '#app/billing/plans/format-amount.ts';
import { countSeats, INTERVAL_WORDS } from '#app/billing/plans/plan-words.ts';

import type { OwnSubscription } from './own-subscription.ts';

/** The price of a subscription, its seats, and its next date. */
export function PlanFacts({ own }: { own: OwnSubscription }) {
  const price = describeOwnPrice(own);
  const next = findNextDate(own);
  return (
    <dl className="border-t">
      {price === null ? null : <Fact label="Price">{price}</Fact>}
      {own.tier === 'team' ? <Fact label="Seats">{countSeats(own.seats)}</Fact> : null}
      {next === null ? null : (
        <Fact label={next.label}>
          <LocalTime at={next.at} style="long" />
          {next.note}
        </Fact>
      )}
    </dl>
  );
}

/** "€19 a month"; null where it is not known. */
export function describeOwnPrice({ amount, currency, interval }: OwnSubscription): string | null {
  if (amount === null || currency === null || interval === null) return null;
  return `${formatAmount(amount, currency)} ${INTERVAL_WORDS[interval].per}`;
}

function findNextDate(own: OwnSubscription): { label: string; at: number; note: string } | null {
  const { state, endsAt, trialEndsAt, renewsAt, graceUntil } = own;
  if (endsAt !== null) return { label: 'Ends', at: endsAt, note: ', and is not charged again' };
  if (state === 'pastDue' && graceUntil !== null) {
    return { label: 'Stays until', at: graceUntil, note: '' };
  }
  const price = describeOwnPrice(own);
  if (state === 'trialing' && trialEndsAt !== null) {
    return {
      label: 'Trial ends',
      at: trialEndsAt,
      note: price === null ? '' : `, then it costs ${price}`,
    };
  }
  if (renewsAt === null) return null;
  const { amount, currency } = own;
  const charge =
    amount === null || currency === null ? '' : `, for ${formatAmount(amount, currency)}`;
  return { label: 'Renews', at: renewsAt, note: charge };
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-11 items-center gap-x-4 border-b py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
