import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { requestResumption } from '#app/billing/billing-client.ts';

import type { OwnSubscription } from './own-subscription.ts';

/** The button that takes a cancellation back. */
export interface Resumption {
  isBusy: boolean;
  failure: RequestFailure | null;
  resume: () => Promise<void>;
}

export function useResumption(onResumed: (own: OwnSubscription) => void): Resumption {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  return {
    isBusy,
    failure,
    async resume() {
      setBusy(true);
      setFailure(null);
      const resumed = await requestResumption();
      setBusy(false);
      if (resumed.ok) onResumed(resumed.value);
      else setFailure(resumed);
    },
  };
}
