import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Result } from '#app/platform/result.ts';

import { useRestoredPage } from './use-restored-page.ts';

/** Longer than any browser takes to leave; whoever stopped it can click again. */
const LEAVING_MS = 15_000;

/** A page of Stripe's that a button leads to. */
export interface StripePageButton {
  /** Requested and on the way; over when the user comes back. */
  isBusy: boolean;
  failure: RequestFailure | null;
  open: (request: () => Promise<Result<{ url: string }, RequestFailure>>) => Promise<void>;
  dismiss: () => void;
}

/** Goes to a page of Stripe's whose address our server has made. */
export function useStripePage(): StripePageButton {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => {
    clearTimeout(leaving.current);
    setBusy(false);
  };
  useRestoredPage(stay);
  useEffect(() => () => clearTimeout(leaving.current), []);
  return {
    isBusy,
    failure,
    async open(request) {
      setBusy(true);
      setFailure(null);
      const page = await request();
      if (page.ok) {
        leaving.current = setTimeout(stay, LEAVING_MS);
        location.assign(page.value.url);
      } else {
        setFailure(page);
        setBusy(false);
      }
    },
    dismiss: () => setFailure(null),
  };
}
