import { clsx } from 'clsx';
import { useMemo, useState } from 'react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

import { cutHunks, diffLines, toHunks, type DiffLine } from './diff-lines.ts';

/** Lines that are drawn at a time: a document that is another one altogether would freeze the page. */
const SHOWN_LINES = 2_000;

interface Props {
  before: string;
  after: string;
  /** The name of the comparison. */
  label: string;
  className?: string;
  /** Lines that stand before both texts and are the same. */
  skipped?: number;
  /** Long lines go on in the next row, so that nothing stands beyond the edge. */
  wraps?: boolean;
}

/** Two states of a text, compared line by line: what changed, with some lines around it. */
export function DiffView({ before, after, label, className, skipped = 0, wraps = false }: Props) {
  const [most, setMost] = useState(SHOWN_LINES);
  const all = useMemo(() => toHunks(diffLines(before, after)), [before, after]);
  const { hunks, left } = cutHunks(all, most);
  return (
    <ScrollArea label={label} className={className}>
      <pre
        className={clsx(
          'leading-5',
          wraps ? 'whitespace-break-spaces wrap-anywhere' : 'w-max min-w-full',
        )}
      >
        {hunks.map((hunk, index) => (
          <div key={index} className={clsx(index > 0 && 'border-t border-dashed')}>
            {hunk.map((line) => (
              <Line
                key={`${line.before} ${line.after}`}
                line={line}
                skipped={skipped}
                wraps={wraps}
              />
            ))}
          </div>
        ))}
      </pre>
      {left > 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 border-t px-3 py-2 text-sm text-muted tabular-nums">
          {left === 1
            ? '1 more line is different.'
            : `${formatCount(left)} more lines are different.`}
          <Button onClick={() => setMost(most + SHOWN_LINES)}>Show more</Button>
        </p>
      ) : null}
    </ScrollArea>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '-' };

function Line({
  line: { kind, text, before, after },
  skipped,
  wraps,
}: {
  line: DiffLine;
  skipped: number;
  wraps: boolean;
}) {
  const [one, other] = [before, after].map((number) => number && number + skipped);
  return (
    <div
      className={clsx(
        'flex px-2',
        kind === 'added' && 'bg-pass-tint text-pass',
        kind === 'removed' && 'bg-fail-tint text-fail',
      )}
    >
      {wraps ? null : <LineNumber>{one}</LineNumber>}
      {/* Where there is little room, a line has the number of the state that it is of. */}
      <LineNumber>{wraps ? (other ?? one) : other}</LineNumber>
      <code className="min-w-0">
        {SIGNS[kind]} {text}
      </code>
    </div>
  );
}

function LineNumber({ children }: { children: number | null | undefined }) {
  return (
    <span aria-hidden className="w-10 shrink-0 pe-2.5 text-end text-muted select-none">
      {children}
    </span>
  );
}
