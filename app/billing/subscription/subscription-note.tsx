import { clsx } from 'clsx';
import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

import { LocalTime } from '#app/ui/locale/local-time.tsx';

import { toPlanName } from './describe-subscription.ts';
import type { OwnSubscription } from './own-subscription.ts';

interface Props {
  own: OwnSubscription;
  /** The button that puts it right. */
  action: ReactNode;
}

/** Says what is wrong with a subscription, what follows from that, and has the button that puts it right. */
export function SubscriptionNote({ own, action }: Props) {
  const words = describeState(own);
  if (words === null) return null;
  const isWrong = own.endsAt === null && own.state !== 'incomplete';
  const Icon = isWrong ? CircleAlert : Info;
  return (
    <div
      className={clsx(
        'flex flex-col items-start gap-3 rounded-panel border px-4 py-3 sm:flex-row sm:items-center',
        isWrong ? 'border-warn bg-warn-tint' : 'bg-sunken',
      )}
    >
      <p className="flex min-w-0 grow gap-2">
        <Icon
          aria-hidden
          className={clsx('mt-1 size-4 shrink-0', isWrong ? 'text-warn' : 'text-muted')}
        />
        <span className="max-w-prose">{words}</span>
      </p>
      {action}
    </div>
  );
}

function describeState(own: OwnSubscription): ReactNode {
  const name = toPlanName(own);
  const { state, endsAt, graceUntil } = own;
  if (state === 'pastDue') {
    return (
      <>
        The last payment failed.{' '}
        {graceUntil === null ? (
          `${name} ends if it fails again.`
        ) : (
          <>
            {name} stays until <LocalTime at={graceUntil} style="long" />; after that the limits of
            Free apply.
          </>
        )}{' '}
        Change the payment method to keep it.
      </>
    );
  }
  if (state === 'unpaid') {
    return `A payment is missing, so the limits of Free apply. With another payment method ${name} comes back.`;
  }
  if (state === 'paused' && own.isActive) {
    return `Payments for ${name} are paused. It stays until the end of the time that you have paid for; after that the limits of Free apply.`;
  }
  if (state === 'paused') {
    return `${name} is paused, and the limits of Free apply. It goes on once there is a payment method.`;
  }
  if (state === 'incomplete') {
    return `The first payment for ${name} is not complete yet, so the limits of Free apply. If you left the checkout, choose a plan again.`;
  }
  if (endsAt !== null) {
    return (
      <>
        You cancelled {name}. It stays until <LocalTime at={endsAt} style="long" />; after that the
        limits of Free apply.
      </>
    );
  }
  return null;
}
