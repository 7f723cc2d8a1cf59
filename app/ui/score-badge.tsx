import { ShieldCheck } from 'lucide-react';

import { Badge } from './badge.tsx';

/** A readiness score, from 0 to 100, as lists show it. */
export function ScoreBadge({ score }: { score: number }) {
  return (
    <Badge tone={toneOf(score)} className="tabular-nums">
      <ShieldCheck aria-hidden />
      <span className="sr-only">Readiness </span>
      {score} of 100
    </Badge>
  );
}

/** The grades A and B, C, D of a report. */
function toneOf(score: number): 'pass' | 'warn' | 'fail' {
  if (score >= 75) return 'pass';
  return score >= 60 ? 'warn' : 'fail';
}
