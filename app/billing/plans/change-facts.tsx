import { ArrowRight } from 'lucide-react';

import { TIER_NAMES } from '#app/billing/limits.ts';
import type { OwnSubscription } from '#app/billing/subscription/own-subscription.ts';
import { LocalTime } from '#app/ui/locale/local-time.tsx';

import { listLimitChanges } from './describe-change.ts';
import { formatAmount } from './format-amount.ts';
import type { PlanPrice } from './plan-prices.ts';
import { countSeats, INTERVAL_WORDS } from './plan-words.ts';

interface Props {
  own: OwnSubscription;
  price: PlanPrice;
  seats: number;
}

/** Shows what a change of the subscription makes different: the price, when it is charged, and the limits. */
export function ChangeFacts({ own, price, seats }: Props) {
  const limits = own.tier === null ? [] : listLimitChanges(own.tier, price.tier);
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted">Now</dt>
        <dd>{describeOwn(own)}</dd>
        <dt className="text-muted">Then</dt>
        <dd className="font-semibold">{describeNext(price, seats)}</dd>
      </dl>
      <p>
        <Charge own={own} price={price} />
      </p>
      {limits.length === 0 ? null : (
        <table className="w-full text-sm tabular-nums">
          <caption className="pb-1 text-start font-semibold">Limits that change</caption>
          <tbody>
            {limits.map(({ label, from, to }) => (
              <tr key={label} className="border-t">
                <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                  {label}
                </th>
                <td className="py-1.5 text-end text-muted">{from}</td>
                <td className="w-8 py-1.5 text-center">
                  <ArrowRight aria-label="to" className="inline size-4 text-muted" />
                </td>
                <td className="py-1.5 text-end">{to}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** When the change is charged. A new interval begins a new period; within one, only the rest of it counts. */
function Charge({ own, price }: Pick<Props, 'own' | 'price'>) {
  if (own.state === 'trialing') {
    return <>Nothing is charged before your trial ends.</>;
  }
  if (own.interval !== price.interval) {
    return (
      <>
        A new {price.interval} begins today and is charged at once, less what is left of the{' '}
        {own.interval ?? 'period'} that you have paid for.
      </>
    );
  }
  return (
    <>
      The change applies at once. For the time until{' '}
      {own.renewsAt === null ? 'the next renewal' : <LocalTime at={own.renewsAt} style="long" />},
      the difference is charged, or credited, now.
    </>
  );
}

function describeOwn({ tier, interval, amount, currency, seats }: OwnSubscription): string {
  const name = tier === null ? 'Your plan' : TIER_NAMES[tier];
  const count = tier === 'team' ? `, ${countSeats(seats)}` : '';
  if (amount === null || currency === null || interval === null) return name + count;
  return `${name}${count}: ${formatAmount(amount, currency)} ${INTERVAL_WORDS[interval].per}`;
}

function describeNext({ tier, interval, amount, currency }: PlanPrice, seats: number): string {
  const count = tier === 'team' ? `, ${countSeats(seats)}` : '';
  const total = formatAmount(amount * seats, currency);
  return `${TIER_NAMES[tier]}${count}: ${total} ${INTERVAL_WORDS[interval].per}`;
}
