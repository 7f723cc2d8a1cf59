import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { GATE_TIERS } from '#app/billing/limits.ts';
import { useOwnSubscription } from '#app/billing/subscription/use-own-subscription.ts';
import { useTier } from '#app/billing/tier-store.ts';
import { TierTable } from '#app/billing/tier-table.tsx';
import { useSignedIn } from '#app/billing/use-signed-in.ts';

import { BuyingOffNote } from './buying-off-note.tsx';
import { decidePlanAction } from './decide-plan-action.ts';
import { PlanOffer } from './plan-offer.tsx';
import type { PlanPrices } from './plan-prices.ts';
import { PlanQuestions } from './plan-questions.tsx';
import { readPlanQuery } from './plan-query.ts';
import { PriceChoices } from './price-choices.tsx';
import { usePlanActions } from './use-plan-actions.ts';

export interface PricingProps {
  prices: PlanPrices;
  /** The language that amounts are written in, on the server as in the browser. */
  locale: string;
}

/** The plans: what they cost, what they allow, and what the visitor can do about each. */
export function PricingScreen({ prices, locale }: PricingProps) {
  const [query, setQuery] = useSearchParams();
  const { interval, plan } = readPlanQuery(query);
  const uid = useSignedIn();
  const subscription = useOwnSubscription(uid);
  const { gates, isChecking } = useTier();
  const actions = usePlanActions(subscription, prices.currency);
  const [note, setNote] = useState('');
  const { own } = subscription;
  const visitor = {
    // As in the header: without a session it is nobody, until the browser knows somebody.
    isSignedIn: Boolean(uid),
    own: isChecking ? null : own,
    gates,
    canBuy: prices.canBuy,
  };

  function choose(name: 'interval' | 'currency', value: string) {
    const next = new URLSearchParams(query);
    next.set(name, value);
    setQuery(next, { replace: true, preventScrollReset: true });
  }

  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-10 px-4 py-10 sm:px-6">
      <header className="flex flex-col gap-4">
        <div>
          <h1 className="text-xl">Pricing</h1>
          <p className="mt-2 max-w-prose text-muted">
            Build for free. Pay when your servers need more room.
          </p>
        </div>
        <PriceChoices
          prices={prices}
          interval={interval}
          onInterval={(value) => choose('interval', value)}
          onCurrency={(value) => choose('currency', value)}
        />
      </header>
      {prices.canBuy ? null : <BuyingOffNote />}
      {subscription.failure ? (
        <FailureNote failure={subscription.failure} onRetry={subscription.retry} />
      ) : null}
      <output className="empty:hidden">{note}</output>
      <div className="grid gap-4 md:grid-cols-3">
        {GATE_TIERS.map((tier) => (
          <PlanOffer
            key={tier}
            tier={tier}
            action={decidePlanAction({ tier, interval }, visitor)}
            {...{ prices, interval, locale, own, actions }}
            isOwn={visitor.isSignedIn && visitor.own !== null && gates === tier}
            isChosen={plan === tier}
            onChanged={(text) => setNote(text)}
          />
        ))}
      </div>
      <section aria-labelledby="comparison">
        <h2 id="comparison" className="mb-2 text-lg">
          All limits
        </h2>
        <TierTable own={visitor.isSignedIn && visitor.own !== null ? gates : null} />
      </section>
      <PlanQuestions />
    </div>
  );
}
