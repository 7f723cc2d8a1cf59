import { useEffect, useEffectEvent, useState } from 'react';

import type { Result } from '#app/platform/result.ts';

import type { RequestFailure } from './api-request.ts';

/**
 * Loads the result of a request, and requests it again when `key` changes; until the new answer is
 * there, the old one of the same `subject` stays.
 */
export function useLoaded<Value>(
  subject: string,
  key: string,
  load: () => Promise<Result<Value, RequestFailure>>,
) {
  const [loaded, setLoaded] = useState<{
    subject: string;
    result: Result<Value, RequestFailure>;
  }>();
  const [attempt, setAttempt] = useState(0);
  const ask = useEffectEvent(load);
  useEffect(() => {
    let isCurrent = true;
    void ask().then((result) => {
      if (isCurrent) setLoaded({ subject, result });
    });
    return () => {
      isCurrent = false;
    };
  }, [subject, key, attempt]);
  const result = loaded?.subject === subject ? loaded.result : null;
  return {
    value: result?.ok ? result.value : null,
    failure: result && !result.ok ? result : null,
    retry: () => setAttempt(attempt + 1),
  };
}
