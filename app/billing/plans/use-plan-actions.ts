import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { requestCheckout, requestResumption } from '#app/billing/billing-client.ts';
import type { PlanChoice } from '#app/billing/subscription/own-subscription.ts';
import type { KnownSubscription } from '#app/billing/subscription/use-own-subscription.ts';
import { useStripePage, type StripePageButton } from '#app/billing/use-stripe-page.ts';

import type { PaidTier } from './plan-prices.ts';

/** The actions behind the buttons of all plans, one at a time. */
export interface PlanActions {
  page: StripePageButton;
  /** The plan that was last asked for. */
  asked: PaidTier | null;
  isResuming: boolean;
  failure: RequestFailure | null;
  checkout: (choice: PlanChoice & { tier: PaidTier }) => void;
  /** Takes back a cancellation; true: it is. */
  resume: (tier: PaidTier) => Promise<boolean>;
  change: KnownSubscription['change'];
}

/** Buys a plan, or takes its cancellation back. */
export function usePlanActions(subscription: KnownSubscription, currency: string): PlanActions {
  const page = useStripePage();
  const [asked, setAsked] = useState<PaidTier | null>(null);
  const [isResuming, setResuming] = useState(false);
  const [refusal, setRefusal] = useState<RequestFailure | null>(null);
  return {
    page,
    asked,
    isResuming,
    failure: page.failure ?? refusal,
    checkout(choice) {
      setAsked(choice.tier);
      setRefusal(null);
      void page.open(() => requestCheckout({ currency, ...choice }));
    },
    async resume(tier) {
      setAsked(tier);
      setResuming(true);
      page.dismiss();
      setRefusal(null);
      const resumed = await requestResumption();
      setResuming(false);
      if (resumed.ok) subscription.change(resumed.value);
      else setRefusal(resumed);
      return resumed.ok;
    },
    change: subscription.change,
  };
}
