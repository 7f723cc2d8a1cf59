import type { Check } from '#app/blueprint/readiness/report.ts';

import { EvidenceDetails } from './evidence-details.tsx';
import { FixActions } from './fix-actions.tsx';
import type { ReportActions } from './report-actions.ts';

/** The checks in the way of production, the heaviest first, each with its buttons. */
export function FixList({
  checks,
  actions,
  isBusy,
}: {
  checks: readonly Check[];
  actions: ReportActions;
  isBusy: boolean;
}) {
  const inOrder = checks
    .filter(({ status }) => status === 'fail')
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.weight - a.weight);
  if (inOrder.length === 0) return null;
  return (
    <ol aria-label="To fix" className="divide-y border-b">
      {inOrder.map((check, index) => (
        <li key={check.id} className="flex gap-3 px-4 py-3 sm:px-6">
          <span aria-hidden className="w-4 shrink-0 text-muted tabular-nums">
            {index + 1}
          </span>
          <div className="min-w-0 grow">
            <h3 className="text-base wrap-anywhere">{check.title}</h3>
            <div className="max-w-prose text-sm wrap-anywhere">
              <p>{check.evidence.text}</p>
              <p className="text-muted">{check.fix?.text}</p>
            </div>
            <div className="flex flex-wrap items-center gap-x-4">
              <FixActions check={check} actions={actions} isBusy={isBusy} />
              <EvidenceDetails check={check} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Checks that keep everybody from using the server come first. */
function rankOf({ blocks }: Check): number {
  return blocks === true ? 0 : 1;
}
