import { Square } from 'lucide-react';

import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import { Button } from '#app/ui/button.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import type { SentCall } from './sent-calls.ts';
import { RunningTime } from './running-time.tsx';

/** A call that runs: for how long, how far the server says it is, and a way to end it. */
export function RunningCall({ call, onCancel }: { call: SentCall; onCancel: () => void }) {
  const { progress, task } = call;
  const share = progress?.total ? progress.progress / progress.total : null;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <SpinnerMark />
        <span>
          Running <RunningTime since={call.startedAt} />
        </span>
        <Button onClick={onCancel}>
          <Square aria-hidden />
          Cancel
        </Button>
      </div>
      {task ? (
        <p className="text-sm wrap-anywhere text-muted">
          Task <code>{task.taskId}</code>: {task.status.replace('_', ' ')}
          {task.statusMessage ? ` · ${toVisible(task.statusMessage)}` : null}
        </p>
      ) : null}
      {progress ? (
        <div className="space-y-1 text-sm">
          {share === null ? null : (
            <progress
              aria-label="Progress"
              max={1}
              value={Math.min(1, Math.max(0, share))}
              className="block h-2 w-full max-w-md accent-blue"
            />
          )}
          <p className="wrap-anywhere text-muted tabular-nums">
            {progress.progress}
            {progress.total === undefined ? null : ` of ${progress.total}`}
            {progress.message ? ` · ${toVisible(progress.message)}` : null}
          </p>
        </div>
      ) : null}
      <output className="sr-only">Running</output>
    </div>
  );
}
