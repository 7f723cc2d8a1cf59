import { RotateCcw, X } from 'lucide-react';

import { Breakable } from '#app/ui/breakable.tsx';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

import type { RequestFailure } from './api-request.ts';
import { toFailureText, type FailedTask } from './failure-text.ts';
import { UpgradeNote } from './upgrade-note.tsx';

const SHOWN_PROBLEMS = 20;

/** Says what failed, where, and what to do next; shown beside the thing that failed. */
export function FailureNote({
  failure,
  task = 'change',
  onRetry,
  onClose,
}: {
  failure: RequestFailure;
  task?: FailedTask;
  onRetry?: () => void;
  onClose?: () => void;
}) {
  const text = toFailureText(failure, task);
  const rest = text.problems.length - SHOWN_PROBLEMS;
  return (
    <div role="alert" className="rounded-panel border border-fail bg-raised px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold text-fail">{text.title}</p>
        {onClose ? (
          <IconButton label="Close" className="-mt-1 -me-2" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <p className="wrap-anywhere">{text.detail}</p>
      {text.problems.length > 0 ? (
        <ScrollArea label="Problems" className="mt-2 max-h-64 border-t text-sm">
          <ul>
            {text.problems.slice(0, SHOWN_PROBLEMS).map((problem, index) => (
              <li key={index} className="border-b py-1.5 last:border-0">
                <code className="block wrap-anywhere text-muted">
                  <Breakable text={problem.path} />
                </code>
                {problem.message === text.detail ? null : (
                  <span className="wrap-anywhere">{problem.message}</span>
                )}
              </li>
            ))}
            {rest > 0 ? <li className="py-1.5 text-muted">and {rest} more</li> : null}
          </ul>
        </ScrollArea>
      ) : null}
      <p className="mt-2 text-sm text-muted">
        {text.next}
        {text.requestId ? (
          <>
            {' '}
            Request <code className="wrap-anywhere">{text.requestId}</code>
          </>
        ) : null}
      </p>
      {failure.reason === 'problem' ? <UpgradeNote liftedBy={failure.problem.liftedBy} /> : null}
      {text.canRetry && onRetry ? (
        <Button className="mt-3" onClick={onRetry}>
          <RotateCcw aria-hidden />
          Try again
        </Button>
      ) : null}
    </div>
  );
}
