import type { Check } from '#app/blueprint/readiness/report.ts';

import { EvidenceDetails } from './evidence-details.tsx';
import { CheckMark } from './check-mark.tsx';
import { FixActions } from './fix-actions.tsx';
import type { ReportActions } from './report-actions.ts';
import { pointWords } from './report-words.ts';

/** One check: how it came out, why, and what puts it right. What fails has its buttons above all families. */
export function ReportCheck({
  check,
  actions,
  isBusy,
}: {
  check: Check;
  actions: ReportActions;
  isBusy: boolean;
}) {
  const { id, title, status, evidence, fix } = check;
  return (
    <li
      id={`check-${id}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 @min-[560px]:grid-cols-[7.5rem_minmax(0,1fr)_auto] sm:px-6"
    >
      <div>
        <CheckMark status={status} />
      </div>
      <div className="col-span-2 row-start-2 min-w-0 @min-[560px]:col-span-1 @min-[560px]:col-start-2 @min-[560px]:row-start-1">
        <h3 className="text-base wrap-anywhere">{title}</h3>
        {fix ? (
          <div className="max-w-prose text-sm wrap-anywhere">
            <p>{evidence.text}</p>
            <p className="text-muted">{fix.text}</p>
          </div>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4">
          {fix ? null : <p className="max-w-prose text-sm wrap-anywhere">{evidence.text}</p>}
          {status === 'warn' ? (
            <FixActions check={check} actions={actions} isBusy={isBusy} />
          ) : null}
          <EvidenceDetails check={check} />
        </div>
      </div>
      <p className="text-end text-sm text-muted tabular-nums">{pointWords(check)}</p>
    </li>
  );
}
