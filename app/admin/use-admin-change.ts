import { useState } from 'react';
import { useRevalidator } from 'react-router';

import { jsonRequest, sendRequest, type RequestFailure } from '#app/api-client/api-request.ts';

/** A change that an operator makes: sent, and the page loaded again. */
export interface AdminChange {
  isBusy: boolean;
  failure: RequestFailure | null;
  /** Whether it was made. */
  send: (method: string, path: string, body?: object) => Promise<boolean>;
  forget: () => void;
}

/** Sends changes below `/api/admin`, one at a time. */
export function useAdminChange(): AdminChange {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  return {
    isBusy,
    failure,
    forget: () => setFailure(null),
    async send(method, path, body) {
      setBusy(true);
      setFailure(null);
      const init = body === undefined ? { method } : jsonRequest(method, body);
      const sent = await sendRequest(`/api/admin/${path}`, init);
      if (sent.ok) await revalidate();
      else setFailure(sent);
      setBusy(false);
      return sent.ok;
    },
  };
}
