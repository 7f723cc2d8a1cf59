import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { Check } from '#app/blueprint/readiness/report.ts';
import { badgePath } from '#app/drafts/draft-client.ts';
import { showToast } from '#app/ui/show-toast.ts';
import { SpinnerMark } from '#app/ui/spinner.tsx';
import { useOrigin } from '#app/workbench/connect/use-origin.ts';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

import { CheckMark } from './check-mark.tsx';
import { ReportCheck } from './report-check.tsx';
import { groupChecks, type CheckGroup } from './report-groups.ts';
import { ReportScore } from './report-score.tsx';
import { announceReport, sumWords } from './report-words.ts';
import type { ReportState } from './use-report.ts';

/** The readiness report. Its announcements are in one place that is there from the start. */
export function ReportTab({ screen, state }: { screen: DraftScreen; state: ReportState }) {
  return (
    <>
      <output className="sr-only">{announceReport(state)}</output>
      <ReportContent screen={screen} state={state} />
    </>
  );
}

/** Score, checks by family with the worst first, evidence, fixes. */
function ReportContent({ screen, state }: { screen: DraftScreen; state: ReportState }) {
  const { report, isChecking, failure, retry } = state;
  const { draft } = screen;
  const badge = useOrigin() + badgePath(draft.id);
  if (failure !== null) {
    return (
      <div className="p-4 sm:p-6">
        <FailureNote failure={failure} onRetry={retry} />
      </div>
    );
  }
  if (report === null) {
    return (
      <div className="p-4 sm:p-6">
        <p className="inline-flex items-center gap-2 text-sm text-muted">
          <SpinnerMark />
          Checking
        </p>
        <p className="mt-2 max-w-prose text-sm text-muted">
          About thirty requests, valid and invalid, are sent to the running server, and its
          blueprint and files are read. This takes a second or two.
        </p>
      </div>
    );
  }
  const fix = (check: Check) => {
    const refusal = screen.editAll(check.fix?.edits ?? [], `Fixed: ${check.title}`);
    if (refusal !== null) showToast(refusal);
  };
  return (
    <div className="min-h-0 grow overflow-y-auto" aria-busy={isChecking}>
      <ReportScore
        report={report}
        isChecking={isChecking}
        badge={badge}
        isPrivate={draft.visibility === 'private'}
      />
      {groupChecks(report.checks).map((group) => (
        <ReportFamily
          key={group.family}
          group={group}
          isBusy={isChecking}
          onFix={draft.mayEdit ? fix : undefined}
        />
      ))}
    </div>
  );
}

function ReportFamily({
  group: { title, checks, counts },
  isBusy,
  onFix,
}: {
  group: CheckGroup;
  isBusy: boolean;
  onFix: ((check: Check) => void) | undefined;
}) {
  return (
    <section aria-label={title} className="border-b">
      <div className="flex flex-wrap items-center gap-2 bg-sunken px-4 py-2 sm:px-6">
        <h2 className="mr-2 text-sm">{title}</h2>
        {(['fail', 'warn', 'pass'] as const).map((status) =>
          counts[status] > 0 ? (
            <CheckMark key={status} status={status} count={counts[status]} />
          ) : null,
        )}
        <p className="ml-auto text-sm text-muted tabular-nums">{sumWords(checks)}</p>
      </div>
      <ul className="divide-y">
        {checks.map((check) => (
          <ReportCheck
            key={check.id}
            check={check}
            isBusy={isBusy}
            {...(onFix === undefined ? {} : { onFix })}
          />
        ))}
      </ul>
    </section>
  );
}
