import { useNavigate } from 'react-router';

import { ForRole } from '#app/dashboard/for-role.tsx';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { keepFirstMessage } from '#app/chat/composer/first-message.ts';
import { getFailures, postFixChat } from '#app/hosting/calls/calls-client.ts';
import type { ListedFailure } from '#app/hosting/calls/failures/failure-view.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { CALL_WORDS } from '#app/dashboard/call-words.ts';
import { Section } from '#app/dashboard/section.tsx';
import { useChange } from '#app/dashboard/use-change.ts';

/** Groups that are shown before somebody asks for all. */
const FIRST_SHOWN = 5;

/** Calls that failed, by their causes, and the way to fix each. */
export function FailureGroups({ project, refreshes }: { project: string; refreshes: number }) {
  const loaded = useLoaded(project, String(refreshes), () => getFailures(project));
  const { value } = loaded;
  const { isBusy, failure, run, closeFailure } = useChange(() => Promise.resolve());
  const navigate = useNavigate();
  if (loaded.failure) {
    return (
      <Section title="Failures">
        <FailureNote failure={loaded.failure} onRetry={loaded.retry} />
      </Section>
    );
  }
  if (value === null || value.failures.length === 0) return null;

  async function fix({ id }: ListedFailure) {
    await run(async () => {
      const opened = await postFixChat(project, id);
      if (!opened.ok) return opened;
      const { id: chat, message } = opened.value;
      keepFirstMessage(chat, { text: message, files: [] });
      await navigate(`/chat/${chat}`);
      return opened;
    });
  }

  const first = value.failures.slice(0, FIRST_SHOWN);
  const rest = value.failures.slice(FIRST_SHOWN);
  const list = (failures: readonly ListedFailure[], label: string) => (
    <ul aria-label={label} className="divide-y border-y">
      {failures.map((each) => (
        <li key={each.id}>
          <FailureRow failure={each} isBusy={isBusy} onFix={() => void fix(each)} />
        </li>
      ))}
    </ul>
  );
  return (
    <Section
      title="Failures"
      note="Failed calls, grouped by cause. “Fix in chat” opens the latest version in a chat, with the evidence and a proposed change as the first message."
    >
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
      {list(first, 'Causes of failures')}
      {rest.length === 0 ? null : (
        <details className="mt-2">
          <summary className="cursor-pointer py-2 text-sm text-muted">{rest.length} more</summary>
          {list(rest, 'More causes of failures')}
        </details>
      )}
    </Section>
  );
}

interface RowProps {
  failure: ListedFailure;
  isBusy: boolean;
  onFix: () => void;
}

function FailureRow({ failure, isBusy, onFix }: RowProps) {
  const { tool, end, cause, count, firstVersion, lastAt, state } = failure;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <code className="wrap-anywhere">{tool ?? '(none)'}</code>
          <Badge tone={state === 'closed' ? 'plain' : 'fail'}>{CALL_WORDS[end]}</Badge>
          <StateBadge failure={failure} />
        </p>
        {cause === null ? null : <p className="max-w-prose wrap-anywhere">{cause}</p>}
        <p className="text-sm text-muted tabular-nums">
          {count === 1 ? '1 call' : `${formatCount(count)} calls`} since version {firstVersion} ·
          last seen <RelativeTime at={lastAt} />
        </p>
      </div>
      {state === 'closed' ? null : (
        <ForRole needed="editor">
          <Button
            disabled={isBusy}
            aria-label={`Fix in chat: ${tool ?? '(none)'}, ${CALL_WORDS[end]}`}
            onClick={onFix}
          >
            Fix in chat
          </Button>
        </ForRole>
      )}
    </div>
  );
}

function StateBadge({ failure: { state, fixedIn, callsLeft } }: { failure: ListedFailure }) {
  switch (state) {
    case 'open':
      return null;
    case 'saved':
      return <Badge tone="warn">Fix saved in version {fixedIn}, not published</Badge>;
    case 'watched':
      return (
        <Badge tone="blue">
          Watching version {fixedIn}: {callsLeft === 1 ? '1 call' : `${callsLeft} calls`} to go
        </Badge>
      );
    case 'closed':
      return <Badge tone="pass">Closed by version {fixedIn}</Badge>;
    case 'reopened':
      return <Badge tone="fail">Still failing in version {fixedIn}</Badge>;
  }
}
