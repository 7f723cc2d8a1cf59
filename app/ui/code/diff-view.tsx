import { clsx } from 'clsx';
import { useMemo } from 'react';

import { ScrollArea } from '#app/ui/scroll-area.tsx';

import { cutHunks, diffLines, toHunks, type DiffLine } from './diff-lines.ts';

/** Lines that are drawn: a document that is another one altogether would freeze the page. */
const SHOWN_LINES = 2_000;

interface Props {
  before: string;
  after: string;
  /** The name of the comparison. */
  label: string;
  className?: string;
}

/** Two states of a text, compared line by line: what changed, with some lines around it. */
export function DiffView({ before, after, label, className }: Props) {
  const { hunks, left } = useMemo(
    () => cutHunks(toHunks(diffLines(before, after)), SHOWN_LINES),
    [before, after],
  );
  return (
    <ScrollArea label={label} className={className}>
      <pre className="w-max min-w-full leading-5">
        {hunks.map((hunk, index) => (
          <div key={index} className={clsx(index > 0 && 'border-t border-dashed')}>
            {hunk.map((line) => (
              <Line key={`${line.before} ${line.after}`} line={line} />
            ))}
          </div>
        ))}
      </pre>
      {left > 0 ? (
        <p className="border-t px-3 py-2 text-sm text-muted tabular-nums">
          {left === 1
            ? '1 more line is different.'
            : `${left.toLocaleString('en')} more lines are different.`}
        </p>
      ) : null}
    </ScrollArea>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '-' };

function Line({ line: { kind, text, before, after } }: { line: DiffLine }) {
  return (
    <div
      className={clsx(
        'flex px-2',
        kind === 'added' && 'bg-pass-tint text-pass',
        kind === 'removed' && 'bg-fail-tint text-fail',
      )}
    >
      <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-muted select-none">
        {before ?? ''}
      </span>
      <span aria-hidden className="w-10 shrink-0 pr-3 text-right text-muted select-none">
        {after ?? ''}
      </span>
      <code>
        {SIGNS[kind]} {text}
      </code>
    </div>
  );
}
