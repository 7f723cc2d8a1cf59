import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { RefusalNote } from '#app/billing/refusal-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { TaskButton } from '#app/auth/task-button.tsx';
import { requestPlanChange, requestPrices } from '#app/billing/billing-client.ts';
import type { OwnSubscription } from '#app/billing/subscription/own-subscription.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { ChangeFacts } from './change-facts.tsx';
import { pickPrice } from './pick-price.ts';
import type { Interval, PaidTier } from './plan-prices.ts';
import { SeatsField } from './seats-field.tsx';

interface Props {
  own: OwnSubscription;
  choice: { tier: PaidTier; interval: Interval };
  onClose: () => void;
  onChanged: (own: OwnSubscription) => void;
}

/** Asks once more before a subscription is changed: what is different then, and what is charged when. */
export function ChangePlanDialog({ own, choice, onClose, onChanged }: Props) {
  const { tier, interval } = choice;
  const currency = own.currency ?? 'usd';
  // A subscription stays in its currency, whichever the page shows.
  const { value, failure, retry } = useLoaded(currency, currency, () => requestPrices(currency));
  const [seats, setSeats] = useState<number | null>(own.seats);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<RequestFailure | null>(null);
  const price = value && pickPrice(value.prices, tier, interval);
  const isSame = own.tier === tier && own.interval === interval;
  const isIdle = seats === null || price === null || (isSame && seats === own.seats);

  async function change() {
    setBusy(true);
    setRefusal(null);
    const count = tier === 'team' ? { seats: seats ?? own.seats } : {};
    const changed = await requestPlanChange({ tier, interval, ...count });
    setBusy(false);
    if (changed.ok) onChanged(changed.value);
    else setRefusal(changed);
  }

  return (
    <Dialog title={isSame ? 'Change the number of seats' : 'Change your plan'} onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto px-4 py-4">
        {failure ? <RefusalNote failure={failure} onRetry={retry} /> : null}
        {value === null && failure === null ? <Spinner /> : null}
        {value !== null && price === null ? (
          <p>This plan has no price in the currency of your subscription.</p>
        ) : null}
        {price ? (
          <>
            {tier === 'team' ? <SeatsField seats={seats} onSeats={setSeats} total={null} /> : null}
            <ChangeFacts
              own={own}
              price={price}
              seats={tier === 'team' ? (seats ?? own.seats) : 1}
            />
          </>
        ) : null}
        {refusal ? <RefusalNote failure={refusal} onRetry={() => void change()} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Keep the current plan
          </Button>
          <TaskButton
            variant="primary"
            isBusy={isBusy}
            isOff={isIdle}
            onClick={() => void change()}
          >
            {isSame ? 'Change the seats' : 'Change the plan'}
          </TaskButton>
        </div>
      </div>
    </Dialog>
  );
}
