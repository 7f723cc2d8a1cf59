import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Result } from '#app/platform/result.ts';

/** One change at a time, and why the last one failed. */
export function useChange(onChanged: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  /** Returns whether it succeeded; what is shown is loaded anew then. */
  async function run(change: () => Promise<Result<unknown, RequestFailure>>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    const changed = await change();
    if (changed.ok) await onChanged();
    else setFailure(changed);
    setBusy(false);
    return changed.ok;
  }

  return { isBusy, failure, run, closeFailure: () => setFailure(null) };
}
