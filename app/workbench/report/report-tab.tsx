import { FailureNote } from '#app/api-client/failure-note.tsx';
import { badgePath } from '#app/drafts/draft-client.ts';
import { showToast } from '#app/ui/show-toast.ts';
import { SpinnerMark } from '#app/ui/spinner.tsx';
import { useOrigin } from '#app/ui/use-origin.ts';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { CheckMark } from './check-mark.tsx';
import { FamilyChart } from './family-chart.tsx';
import { FixList } from './fix-list.tsx';
import type { ReportActions } from './report-actions.ts';
import { ReportCheck } from './report-check.tsx';
import { groupChecks, type CheckGroup } from './report-groups.ts';
import { ReportVerdict } from './report-verdict.tsx';
import { announceReport, askWords, sumWords } from './report-words.ts';
import type { ReportState } from './use-report.ts';

interface Props {
  screen: DraftScreen;
  state: ReportState;
  address: ScreenAddress;
  onSetup: () => void;
  /** Opens the chat with a message to send; absent where there is none to write in. */
  onAsk?: ((message: string) => void) | undefined;
}

/** The readiness report. Its announcements are in one place that is there from the start. */
export function ReportTab(props: Props) {
  return (
    <>
      <output className="sr-only">{announceReport(props.state)}</output>
      <ReportContent {...props} />
    </>
  );
}

/** The verdict, what to fix, how each family came out, and the evidence. */
function ReportContent({ screen, state, address, onSetup, onAsk }: Props) {
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
  if (report === null) return <Checking />;
  const actions: ReportActions = {
    go: (place) => {
      if (place.tab === 'setup') return onSetup();
      address.go(place.tab === 'files' ? place : { tab: 'tools', tool: place.tool ?? null });
    },
    ...(draft.mayEdit
      ? {
          fix: ({ title, fix }) => {
            const refusal = screen.editAll(fix?.edits ?? [], `Fixed: ${title}`);
            if (refusal !== null) showToast(refusal);
          },
          ...(onAsk ? { ask: (check) => onAsk(askWords(check)) } : {}),
        }
      : {}),
  };
  const groups = groupChecks(report.checks);
  return (
    <div className="relative min-h-0 grow overflow-y-auto" aria-busy={isChecking}>
      <ReportVerdict
        report={report}
        isChecking={isChecking}
        badge={badge}
        isPrivate={draft.visibility === 'private'}
      />
      <FixList checks={report.checks} actions={actions} isBusy={isChecking} />
      <FamilyChart
        groups={groups}
        onOpen={({ family }) => document.getElementById(toId(family))?.scrollIntoView()}
      />
      {groups.map((group) => (
        <ReportFamily key={group.family} group={group} isBusy={isChecking} actions={actions} />
      ))}
    </div>
  );
}

function Checking() {
  return (
    <div className="p-4 sm:p-6">
      <p className="inline-flex items-center gap-2 text-sm text-muted">
        <SpinnerMark />
        Checking
      </p>
      <p className="mt-2 max-w-prose text-sm text-muted">
        About thirty requests, valid and invalid, are sent to the running server, and its blueprint
        and files are read. This takes a second or two.
      </p>
    </div>
  );
}

function toId(family: CheckGroup['family']): string {
  return `family-${family}`;
}

function ReportFamily({
  group: { family, title, checks, counts },
  isBusy,
  actions,
}: {
  group: CheckGroup;
  isBusy: boolean;
  actions: ReportActions;
}) {
  return (
    <section id={toId(family)} aria-label={title} className="border-b">
      <div className="flex flex-wrap items-center gap-2 bg-sunken px-4 py-2 sm:px-6">
        <h2 className="me-2 text-sm">{title}</h2>
        {(['fail', 'warn', 'pass'] as const).map((status) =>
          counts[status] > 0 ? (
            <CheckMark key={status} status={status} count={counts[status]} />
          ) : null,
        )}
        <p className="ms-auto text-sm text-muted tabular-nums">{sumWords(checks)}</p>
      </div>
      <ul className="divide-y">
        {checks.map((check) => (
          <ReportCheck key={check.id} check={check} isBusy={isBusy} actions={actions} />
        ))}
      </ul>
    </section>
  );
}
