import { useEffect, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { getReport } from '#app/drafts/draft-client.ts';
import type { DraftView } from '#app/drafts/draft.ts';

/** Edits come in bursts; the states between them need not be checked. */
const SETTLE_MS = 400;

/** State of the report on the screen. */
export interface ReportState {
  /** The newest there is; of an earlier revision while `isChecking`. */
  report: Report | null;
  isChecking: boolean;
  failure: RequestFailure | null;
  retry: () => void;
}

/** The readiness report of a draft: the one that came with it, else asked for after each change. */
export function useReport({ id, revision, report }: DraftView): ReportState {
  const [loaded, setLoaded] = useState<{ revision: number; report: Report } | null>(null);
  const [failed, setFailed] = useState<{ revision: number; failure: RequestFailure } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const fresh = report ?? (loaded?.revision === revision ? loaded.report : null);
  const [last, setLast] = useState(fresh);
  if (fresh !== null && fresh !== last) setLast(fresh);
  const isMissing = fresh === null;

  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    const ask = async () => {
      const answer = await getReport(id);
      if (!isCurrent) return;
      if (answer.ok) setLoaded({ revision, report: answer.value });
      setFailed(answer.ok ? null : { revision, failure: answer });
    };
    const timer = setTimeout(() => void ask(), SETTLE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, revision, isMissing, attempt]);

  const failure = isMissing && failed?.revision === revision ? failed.failure : null;
  const retry = () => {
    setFailed(null);
    setAttempt(attempt + 1);
  };
  return { report: fresh ?? last, isChecking: isMissing && failure === null, failure, retry };
}
