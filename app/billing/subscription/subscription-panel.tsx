import { useState } from 'react';

import { RefusalNote } from '#app/billing/refusal-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { requestUsage } from '#app/billing/billing-client.ts';
import { ChangePlanDialog } from '#app/billing/plans/change-plan-dialog.tsx';
import { isBought } from '#app/billing/plans/decide-plan-action.ts';
import { useStripePage } from '#app/billing/use-stripe-page.ts';

import { CancelDialog } from './cancel-dialog.tsx';
import { toPlanName } from './describe-subscription.ts';
import { InvoiceList } from './invoice-list.tsx';
import type { OwnSubscription } from './own-subscription.ts';
import { PlanSummary } from './plan-summary.tsx';
import { UsageList } from './usage-list.tsx';
import { useResumption } from './use-resumption.ts';

interface Props {
  own: OwnSubscription;
  onChange: (own: OwnSubscription) => void;
}

/** The plan of who is signed in, and everything that they can do about it. */
export function SubscriptionPanel({ own, onChange }: Props) {
  const usage = useLoaded('usage', `${own.tier} ${own.isActive} ${own.seats}`, requestUsage);
  const portal = useStripePage();
  const [open, setOpen] = useState<'cancel' | 'seats' | null>(null);
  const [note, setNote] = useState('');
  const limits = usage.value?.limits ?? null;

  function take(changed: OwnSubscription, text: string) {
    setOpen(null);
    setNote(text);
    onChange(changed);
  }

  const resumption = useResumption((resumed) =>
    take(resumed, `${toPlanName(resumed)} goes on. It is not cancelled any more.`),
  );
  const failure = portal.failure ?? resumption.failure;
  return (
    <>
      <PlanSummary
        own={own}
        portal={portal}
        resumption={resumption}
        onCancel={() => setOpen('cancel')}
        onSeats={() => setOpen('seats')}
      />
      <output className="empty:hidden">{note}</output>
      {failure ? <RefusalNote failure={failure} /> : null}
      <UsageList limits={limits} failure={usage.failure} onRetry={usage.retry} />
      {own.hasCustomer ? <InvoiceList /> : null}
      {open === 'cancel' ? (
        <CancelDialog
          own={own}
          limits={limits}
          onClose={() => setOpen(null)}
          onCancelled={(cancelled) => take(cancelled, `${toPlanName(own)} is cancelled.`)}
        />
      ) : null}
      {open === 'seats' && own.tier !== null && own.interval !== null && isBought(own) ? (
        <ChangePlanDialog
          own={own}
          choice={{ tier: own.tier, interval: own.interval }}
          onClose={() => setOpen(null)}
          onChanged={(changed) => take(changed, 'The number of seats is changed.')}
        />
      ) : null}
    </>
  );
}
