import { ShieldCheck } from 'lucide-react';

import { Badge } from '#app/ui/badge.tsx';

import { readinessTone, readinessWords } from './report-words.ts';
import type { ReportState } from './use-report.ts';

/** The score in a word, and the way to what it is made of. */
export function ReadinessBadge({ state, onOpen }: { state: ReportState; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="relative inline-flex rounded-control before:absolute before:-inset-2.5 hover:underline"
    >
      <Badge tone={readinessTone(state)} className="tabular-nums">
        <ShieldCheck aria-hidden />
        {readinessWords(state)}
      </Badge>
      <span className="sr-only">: open the report</span>
    </button>
  );
}
