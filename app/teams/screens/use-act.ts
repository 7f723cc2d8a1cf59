import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Result } from '#app/platform/result.ts';

/** One act at a time, and why the last one failed. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  /** Does something, and then what follows where it succeeded. */
  async function act<Value>(
    ask: () => Promise<Result<Value, RequestFailure>>,
    then: (value: Value) => unknown,
  ): Promise<void> {
    setBusy(true);
    setFailure(null);
    const asked = await ask();
    if (asked.ok) await then(asked.value);
    else setFailure(asked);
    setBusy(false);
  }

  return { isBusy, failure, act, closeFailure: () => setFailure(null) };
}
