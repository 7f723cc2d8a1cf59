import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { PointDiff } from '#app/chat/point-answers.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { DiffView } from '#app/ui/code/diff-view.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { getPointFile } from './points-client.ts';

type File = PointDiff['files'][number];

interface Props {
  id: string;
  from: number;
  to: number;
  file: File;
}

const TONES = { added: 'text-pass', removed: 'text-fail', changed: 'text-warn' };

/** A file that differs between two points; its lines are loaded when somebody looks. */
export function FileDiff({ id, from, to, file }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex min-h-9 list-none items-center gap-2 text-sm hover:bg-hover pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <code className="min-w-0 wrap-anywhere">{file.path}</code>
        <span className={clsx('ms-auto shrink-0', TONES[file.status])}>{file.status}</span>
      </summary>
      {isOpen ? <Lines id={id} from={from} to={to} file={file} /> : null}
    </details>
  );
}

function Lines({ id, from, to, file }: Props) {
  const texts = useLoaded(id, `${from} ${to} ${file.path}`, () => loadBoth(id, from, to, file));
  if (texts.failure) return <FailureNote failure={texts.failure} onRetry={texts.retry} />;
  if (!texts.value) return <Spinner className="py-2" />;
  return (
    <DiffView
      {...texts.value}
      label={`Changes of ${file.path}`}
      className="mb-3 max-h-96 rounded-panel border"
    />
  );
}

/** Both states of a file; where it does not exist, it is empty. */
async function loadBoth(
  id: string,
  from: number,
  to: number,
  { path, status }: File,
): Promise<Result<{ before: string; after: string }, RequestFailure>> {
  const [before, after] = await Promise.all([
    status === 'added' ? succeed('') : getPointFile(id, from, path),
    status === 'removed' ? succeed('') : getPointFile(id, to, path),
  ]);
  if (!before.ok) return before;
  if (!after.ok) return after;
  return succeed({ before: before.value, after: after.value });
}
