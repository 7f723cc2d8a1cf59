import { ShieldCheck } from 'lucide-react';

import type { Report } from '#app/blueprint/readiness/report.ts';
import { Badge } from '#app/ui/badge.tsx';

import type { ReportState } from './use-report.ts';

const TONES = { A: 'pass', B: 'pass', C: 'warn', D: 'fail' } as const;

/** The score in a word, and the way to what it is made of. */
export function ReadinessBadge({ state, onOpen }: { state: ReportState; onOpen: () => void }) {
  const { report, isChecking } = state;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="relative inline-flex rounded-control before:absolute before:-inset-2.5 hover:underline"
    >
      <Badge tone={isChecking ? 'plain' : toneOf(report)} className="tabular-nums">
        <ShieldCheck aria-hidden />
        {wordsOf(state)}
      </Badge>
      <span className="sr-only">: open the report</span>
    </button>
  );
}

function toneOf(report: Report | null): 'plain' | (typeof TONES)[keyof typeof TONES] {
  return report?.grade ? TONES[report.grade] : 'plain';
}

function wordsOf({ report, isChecking, failure }: ReportState): string {
  if (isChecking) return 'checking…';
  if (failure !== null || report === null) return 'not checked';
  return report.score === null ? 'nothing judged' : `${report.score} of 100`;
}
