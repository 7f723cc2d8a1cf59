import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { toFailureText } from '#app/api-client/failure-text.ts';

/** A decision on its way to the server, and why the last one was not carried out. */
export function useDecision() {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const wait = async (outcome: Promise<RequestFailure | null> | undefined) => {
    setSending(true);
    setFailure(null);
    const failed = await outcome;
    setSending(false);
    if (failed) setFailure(describeFailure(failed));
  };
  return { isSending, failure, wait };
}

function describeFailure(failure: RequestFailure): string {
  if (failure.reason === 'problem') return failure.problem.detail;
  return `${toFailureText(failure, 'change').title}.`;
}
