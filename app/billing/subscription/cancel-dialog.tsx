import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { RefusalNote } from '#app/billing/refusal-note.tsx';
import { LocalTime } from '#app/ui/locale/local-time.tsx';
import { TaskButton } from '#app/auth/task-button.tsx';
import { requestCancellation } from '#app/billing/billing-client.ts';
import { LIMITS } from '#app/billing/limits.ts';
import type { LimitUsage } from '#app/billing/usage.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

import { toPlanName } from './describe-subscription.ts';
import { listExcess, type Excess } from './list-excess.ts';
import type { OwnSubscription } from './own-subscription.ts';

interface Props {
  own: OwnSubscription;
  /** Null: not known. */
  limits: readonly LimitUsage[] | null;
  onClose: () => void;
  onCancelled: (own: OwnSubscription) => void;
}

/** Asks once more before a subscription is cancelled: until when it stays, and what does not fit Free. */
export function CancelDialog({ own, limits, onClose, onCancelled }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const name = toPlanName(own);
  const excess = limits === null ? [] : listExcess(limits);

  async function cancel() {
    setBusy(true);
    setFailure(null);
    const cancelled = await requestCancellation();
    setBusy(false);
    if (cancelled.ok) onCancelled(cancelled.value);
    else setFailure(cancelled);
  }

  return (
    <Dialog title={`Cancel ${name}`} onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto px-4 py-4">
        <p>
          <End own={own} />
        </p>
        <div>
          <p className="font-semibold">Then the limits of Free apply</p>
          <ul className="mt-1 list-disc ps-5 text-muted">
            {excess.map((each) => (
              <li key={each.what}>{describeExcess(each)}</li>
            ))}
            <li>
              {formatCount(LIMITS.free.callsPerDay)} hosted calls and {LIMITS.free.turnsPerDay}{' '}
              builder turns a day.
            </li>
            <li>
              Calls stay in the log for{' '}
              {LIMITS.free.logDays === 1 ? '1 day' : `${LIMITS.free.logDays} days`}; older ones
              leave it.
            </li>
          </ul>
        </div>
        {failure ? <RefusalNote failure={failure} onRetry={() => void cancel()} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Keep {name}
          </Button>
          <TaskButton variant="danger" isBusy={isBusy} onClick={() => void cancel()}>
            Cancel the subscription
          </TaskButton>
        </div>
      </div>
    </Dialog>
  );
}

/** When a subscription ends that is cancelled now: at once where nothing is paid that could be used up. */
function End({ own }: { own: OwnSubscription }) {
  const name = toPlanName(own);
  const until = own.state === 'trialing' ? own.trialEndsAt : own.renewsAt;
  if (!own.isActive || own.state === 'pastDue') {
    return (
      <>{name} ends at once, because its last payment is missing. Nothing is charged any more.</>
    );
  }
  return (
    <>
      {name} stays until{' '}
      {until === null ? (
        'the end of the time that you have paid for'
      ) : (
        <LocalTime at={until} style="long" />
      )}
      . Nothing is charged after that, and until then you can resume it.
    </>
  );
}

function describeExcess({ what, used, allowed }: Excess): string {
  const words = what === 'projects' ? 'projects' : 'private endpoints';
  return `You have ${used} ${words}, and Free allows ${allowed}. They stay, but you cannot add another one.`;
}
