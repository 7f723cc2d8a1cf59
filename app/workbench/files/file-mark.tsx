import { clsx } from 'clsx';

import type { FileStatus } from '#app/workbench/history/use-changed-files.ts';

const SIGNS = { added: '+', removed: '−', changed: '~' };
const TONES = { added: 'text-pass', removed: 'text-fail', changed: 'text-warn' };

/** That a file is new, gone or another one: a sign, a colour, and a word for who sees neither. */
export function FileMark({ status }: { status: FileStatus }) {
  return (
    <span className={clsx('ms-auto shrink-0 ps-1', TONES[status])} title={status}>
      <span aria-hidden>{SIGNS[status]}</span>
      <span className="sr-only">{status}</span>
    </span>
  );
}
