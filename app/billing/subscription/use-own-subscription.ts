import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { requestOwnSubscription, requestSync } from '#app/billing/billing-client.ts';
import { refreshTier } from '#app/billing/tier-store.ts';
import { useRestoredPage } from '#app/billing/use-restored-page.ts';
import type { Result } from '#app/platform/result.ts';

import type { OwnSubscription } from './own-subscription.ts';

/** A user's subscription as a page knows it; both null: it is still on its way. */
export interface KnownSubscription {
  own: OwnSubscription | null;
  failure: RequestFailure | null;
  retry: () => void;
  /** Takes over what a change was answered with, in the header as well. */
  change: (own: OwnSubscription) => void;
}

/**
 * Loads the subscription of a user from our store, so that it is there whatever Stripe does.
 * @param uid null or undefined: nothing is loaded
 * @param isSynced asks Stripe as well, because the user may come from one of its pages
 */
export function useOwnSubscription(
  uid: string | null | undefined,
  { isSynced = false } = {},
): KnownSubscription {
  const [known, setKnown] = useState<{
    uid: string;
    result: Result<OwnSubscription, RequestFailure>;
  } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const changes = useRef(0);
  useRestoredPage(() => setAttempt(attempt + 1));

  useEffect(() => {
    if (!uid) return;
    let isCurrent = true;
    const begun = changes.current;
    // An answer that a change has overtaken is of yesterday.
    const isNews = () => isCurrent && changes.current === begun;
    void (async () => {
      const result = await requestOwnSubscription();
      if (isNews()) setKnown({ uid, result });
      if (!isSynced || !result.ok || !result.value.hasCustomer || !isCurrent) return;
      const synced = await requestSync();
      if (!synced.ok || !isNews()) return;
      setKnown({ uid, result: synced });
      const { tier, isActive } = result.value;
      if (synced.value.tier !== tier || synced.value.isActive !== isActive) void refreshTier();
    })();
    return () => {
      isCurrent = false;
    };
  }, [uid, attempt, isSynced]);

  const result = uid && known?.uid === uid ? known.result : null;
  return {
    own: result?.ok ? result.value : null,
    failure: result && !result.ok ? result : null,
    retry: () => {
      setKnown(null);
      setAttempt(attempt + 1);
    },
    change: (own) => {
      if (!uid) return;
      changes.current += 1;
      setKnown({ uid, result: { ok: true, value: own } });
      void refreshTier();
    },
  };
}
