import { Flag, GitFork, Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';

import { toFailureText } from '#app/api-client/failure-text.ts';
import { requestFork } from '#app/chat/chat-client.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { showToast } from '#app/ui/show-toast.ts';

import type { VisitorFacts } from './visitor-facts.ts';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog, {
  isAskedFor: true,
});

interface Props {
  id: string;
  shared: VisitorFacts;
  /** Absent where the server has no tools. */
  onTry?: (() => void) | undefined;
}

/** Tells visitors whose chat they read, and what they can do with it: try its server, copy it, report it. */
export function VisitorBar({ id, shared, onTry }: Props) {
  const [isReporting, setReporting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { author, summary } = shared;

  async function remix() {
    setBusy(true);
    const forked = await requestFork(id, null);
    setBusy(false);
    if (!forked.ok) return showToast(toFailureText(forked, 'change').detail);
    await navigate(`/chat/${forked.value.id}`);
    showToast('This is your own copy');
  }

  return (
    <section
      aria-label="Shared chat"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-raised px-4 py-2 sm:px-6"
    >
      <p className="me-auto min-w-0 basis-60 grow text-sm wrap-anywhere text-muted">
        {author === null ? (
          'Someone shared this chat. '
        ) : (
          <>
            By <bdi>{author}</bdi>.{' '}
          </>
        )}
        {summary ? <bdi>{summary} </bdi> : null}A remix is your own copy, without their secrets.
      </p>
      {onTry ? (
        <Button variant="secondary" onClick={onTry}>
          <Play aria-hidden />
          Try it now
        </Button>
      ) : null}
      <Button variant="primary" disabled={isBusy} onClick={() => void remix()}>
        <GitFork aria-hidden />
        Remix
      </Button>
      <IconButton
        label="Report this chat"
        title="Report this chat"
        aria-haspopup="dialog"
        onClick={() => setReporting(true)}
      >
        <Flag aria-hidden />
      </IconButton>
      {isReporting ? (
        <Suspense>
          <ReportDialog id={id} onClose={() => setReporting(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
