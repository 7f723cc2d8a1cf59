import { useState } from 'react';

import { RefusalNote } from '#app/billing/refusal-note.tsx';
import { TIER_NAMES, type GateTier } from '#app/billing/limits.ts';
import type { OwnSubscription } from '#app/billing/subscription/own-subscription.ts';
import { formatDay } from '#app/platform/locale/reader-locale.ts';

import { ChangePlanDialog } from './change-plan-dialog.tsx';
import type { PlanAction } from './decide-plan-action.ts';
import { pickPrice, findSaving } from './pick-price.ts';
import { formatAmount } from './format-amount.ts';
import { PlanButton } from './plan-button.tsx';
import { PlanCard } from './plan-card.tsx';
import type { Interval, PlanPrices } from './plan-prices.ts';
import { toPlanPath } from './plan-query.ts';
import { SeatsField } from './seats-field.tsx';
import type { PlanActions } from './use-plan-actions.ts';

interface Props {
  tier: GateTier;
  action: PlanAction;
  prices: PlanPrices;
  interval: Interval;
  locale: string;
  own: OwnSubscription | null;
  actions: PlanActions;
  isOwn: boolean;
  isChosen: boolean;
  onChanged: (text: string) => void;
}

/** A plan with what the visitor can do about it, and what became of that. */
export function PlanOffer(props: Props) {
  const { tier, action, prices, interval, locale, own, actions, isOwn, isChosen } = props;
  const [seats, setSeats] = useState<number | null>(1);
  const [isAsking, setAsking] = useState(false);
  const paid = tier === 'free' ? null : tier;
  const price = paid && pickPrice(prices.prices, paid, interval);
  const isAsked = paid !== null && actions.asked === paid;
  const end = own?.endsAt ? formatDay(own.endsAt) : null;
  const chosenMark = isChosen && (action === 'checkout' || action === 'change') ? 'chosen' : null;
  return (
    <PlanCard
      tier={tier}
      price={price}
      saving={paid && findSaving(prices.prices, paid)}
      currency={prices.currency}
      locale={locale}
      mark={isOwn ? 'own' : chosenMark}
    >
      {tier === 'team' && action === 'checkout' && price ? (
        <SeatsField
          seats={seats}
          onSeats={setSeats}
          total={
            seats === null
              ? null
              : `${formatAmount(price.amount * seats, price.currency, locale)} a ${interval}`
          }
        />
      ) : null}
      <div className="mt-auto flex flex-col gap-2">
        <PlanButton
          tier={tier}
          action={action === 'checkout' && price === null ? 'off' : action}
          returnTo={toPlanPath({ plan: paid, interval, currency: prices.currency })}
          isLeaving={isAsked && actions.page.isBusy}
          isOff={actions.page.isBusy || seats === null}
          isResuming={isAsked && actions.isResuming}
          end={end}
          isOtherInterval={own?.tier === tier}
          isChosen={isChosen}
          onCheckout={() => {
            if (paid === null) return;
            const count = paid === 'team' && seats !== null ? { seats } : {};
            actions.checkout({ tier: paid, interval, ...count });
          }}
          onChange={() => setAsking(true)}
          onResume={() => {
            if (paid === null) return;
            void actions.resume(paid).then((isDone) => {
              if (isDone)
                props.onChanged(`${TIER_NAMES[paid]} goes on. It is not cancelled any more.`);
            });
          }}
        />
        {isAsked && actions.failure ? <RefusalNote failure={actions.failure} /> : null}
      </div>
      {isAsking && paid && own ? (
        <ChangePlanDialog
          own={own}
          choice={{ tier: paid, interval }}
          onClose={() => setAsking(false)}
          onChanged={(changed) => {
            setAsking(false);
            actions.change(changed);
            props.onChanged(`Your plan is ${TIER_NAMES[paid]} now.`);
          }}
        />
      ) : null}
    </PlanCard>
  );
}
