import { CircleX, ShieldCheck, Wrench } from 'lucide-react';

import { VERDICT_TONES, verdictWords, type Verdict } from '#app/platform/verdict.ts';

import { Badge } from './badge.tsx';

const MARKS = { ready: ShieldCheck, fixes: Wrench, unusable: CircleX } as const;

/** Whether a server may go to production, as lists show it. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const Mark = MARKS[verdict.kind];
  return (
    <Badge tone={VERDICT_TONES[verdict.kind]} className="tabular-nums">
      <Mark aria-hidden />
      <span className="sr-only">Readiness: </span>
      {verdictWords(verdict)}
    </Badge>
  );
}
