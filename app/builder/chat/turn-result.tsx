import { ArrowRight } from 'lucide-react';

import type { MessageProps } from './chat-message.tsx';
import { findData } from './chat-parts.ts';

/** What a turn left behind: the report's score before and after. */
export function TurnResult({ message, scoreBefore, onOpenReport }: MessageProps) {
  const draft = findData(message, 'draft');
  if (draft === null || draft.score === null) return null;
  const { score, fails } = draft;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
      <button
        type="button"
        onClick={onOpenReport}
        className="inline-flex min-h-8 items-center gap-1 underline decoration-line underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        Report
        {scoreBefore !== null && scoreBefore !== score ? (
          <>
            {' '}
            {scoreBefore} <ArrowRight aria-label="to" className="size-3.5" />
          </>
        ) : null}{' '}
        <span className="font-medium text-ink">{score}</span> of 100
      </button>
      {fails ? <span className="text-fail">{fails} fail</span> : null}
    </p>
  );
}
