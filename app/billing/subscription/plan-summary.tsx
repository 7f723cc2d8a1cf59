import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { TaskButton } from '#app/auth/task-button.tsx';
import { requestPortal } from '#app/billing/billing-client.ts';
import { isBought } from '#app/billing/plans/decide-plan-action.ts';
import { toPlanPath } from '#app/billing/plans/plan-query.ts';
import { useTier } from '#app/billing/tier-store.ts';
import type { StripePageButton } from '#app/billing/use-stripe-page.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';

import { toStateBadge, toPlanName } from './describe-subscription.ts';
import type { OwnSubscription } from './own-subscription.ts';
import { PlanFacts } from './plan-facts.tsx';
import { SubscriptionNote } from './subscription-note.tsx';
import type { Resumption } from './use-resumption.ts';

interface Props {
  own: OwnSubscription;
  portal: StripePageButton;
  resumption: Resumption;
  onCancel: () => void;
  onSeats: () => void;
}

/** The plan, how it stands, and what can be done about it. */
export function PlanSummary({ own, portal, resumption, onCancel, onSeats }: Props) {
  const badge = toStateBadge(own);
  const isPaying = isBought(own);
  return (
    <section aria-labelledby="plan" className="flex flex-col gap-4">
      <div>
        <div className="flex min-h-9 flex-wrap items-center gap-2">
          <h2 id="plan" className="text-lg">
            {toPlanName(own)}
          </h2>
          {badge ? <Badge tone={badge.tone}>{badge.text}</Badge> : null}
        </div>
        {own.state === 'none' ? <WithoutSubscription /> : null}
      </div>
      <SubscriptionNote own={own} action={<NoteAction {...{ own, portal, resumption }} />} />
      {isPaying ? <PlanFacts own={own} /> : null}
      <div className="flex flex-wrap gap-2">
        <Link
          to={toPlanPath({ interval: own.interval ?? 'month' })}
          className={buttonClass(isPaying ? 'secondary' : 'primary')}
        >
          {isPaying ? 'Change plan' : 'Compare plans'}
        </Link>
        {own.tier === 'team' && own.endsAt === null && isPaid(own) ? (
          <Button onClick={onSeats}>Change seats</Button>
        ) : null}
        {own.hasCustomer ? (
          <PortalButton portal={portal} flow={isPaying ? 'payment' : undefined}>
            {isPaying ? 'Payment method' : 'Billing details'}
          </PortalButton>
        ) : null}
        {isPaying && own.endsAt === null ? (
          <Button variant="ghost" onClick={onCancel}>
            Cancel subscription
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** Seats of a plan whose payment is missing cannot be changed: Stripe would credit unpaid time. */
function isPaid({ state }: OwnSubscription): boolean {
  return state === 'active' || state === 'trialing';
}

/** The one thing that puts the state of a subscription right. */
function NoteAction({ own, portal, resumption }: Pick<Props, 'own' | 'portal' | 'resumption'>) {
  if (own.state === 'incomplete') return null;
  if (own.endsAt === null || own.state === 'pastDue' || own.state === 'unpaid') {
    return (
      <PortalButton portal={portal} flow="payment" isPrimary>
        Change the payment method
      </PortalButton>
    );
  }
  return (
    <TaskButton
      variant="primary"
      isBusy={resumption.isBusy}
      onClick={() => void resumption.resume()}
    >
      Resume {toPlanName(own)}
    </TaskButton>
  );
}

interface PortalProps {
  portal: StripePageButton;
  flow: 'payment' | undefined;
  isPrimary?: boolean;
  children: ReactNode;
}

function PortalButton({ portal, flow, isPrimary = false, children }: PortalProps) {
  return (
    <TaskButton
      variant={isPrimary ? 'primary' : 'secondary'}
      isBusy={portal.isBusy}
      onClick={() => void portal.open(() => requestPortal(flow))}
    >
      {children}
    </TaskButton>
  );
}

/** Nothing was bought here: everybody has Free, unless the tier comes from elsewhere. */
function WithoutSubscription() {
  const { tier, hasActiveSubscription } = useTier();
  if (!hasActiveSubscription) {
    return <p className="max-w-prose text-muted">It is included with every account.</p>;
  }
  return (
    <p className="max-w-prose text-muted">
      You also have the plan <span className="font-medium text-ink capitalize">{tier}</span>. It was
      not bought here and cannot be changed here.
    </p>
  );
}
