import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

import { findData, verdictAfter } from '#app/chat/chat-parts.ts';
import { verdictWords } from '#app/platform/verdict.ts';

import type { MessageProps } from './message-view.tsx';
import { changeWords, findingWords } from './result-words.ts';
import { UsageLine } from './usage-line.tsx';

/** The result of a turn: its changes, the report before and after, and a restore point. */
export function TurnResult({ message, verdictBefore, onOpenReport, onOpenPoint }: MessageProps) {
  const draft = findData(message, 'draft');
  const point = findData(message, 'point');
  const usage = findData(message, 'usage');
  if (draft === null && point === null && usage === null) return null;
  const delta = draft?.delta;
  const verdict = verdictAfter(message);
  const before = delta?.verdict?.from ?? verdictBefore;
  const [now, earlier] = [verdict, before].map((each) => (each ? verdictWords(each) : null));
  // The built-in builder's answer is made of these sentences already.
  const changed = point && usage?.isBuiltIn !== true ? changeWords(point.changed) : null;
  const findings = delta ? findingWords(delta) : { fixed: null, broken: null };
  return (
    <div className="text-sm text-muted tabular-nums">
      {changed ? <p className="wrap-anywhere">{changed}</p> : null}
      {findings.fixed ? (
        <Finding mark={<ArrowDown aria-hidden className="text-pass" />}>{findings.fixed}</Finding>
      ) : null}
      {findings.broken ? (
        <Finding mark={<ArrowUp aria-hidden className="text-warn" />}>{findings.broken}</Finding>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4">
        {now ? (
          <LinkButton onClick={onOpenReport}>
            Report:
            {earlier && earlier !== now ? (
              <>
                {' '}
                {earlier} <ArrowRight aria-label="to" className="size-3.5" />
              </>
            ) : null}{' '}
            <span className="font-medium text-ink">{now}</span>
          </LinkButton>
        ) : null}
        {point !== null && onOpenPoint ? (
          <LinkButton onClick={() => onOpenPoint(point.number)}>
            Restore point <span className="font-medium text-ink">{point.number}</span>
          </LinkButton>
        ) : null}
        {usage === null ? null : <UsageLine usage={usage} isRunning={false} />}
      </div>
    </div>
  );
}

function Finding({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-1.5 [&_svg]:mt-0.75 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {mark}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** Leads somewhere, or is just its words where there is nowhere to go. */
function LinkButton({
  onClick,
  children,
}: {
  onClick: (() => void) | undefined;
  children: ReactNode;
}) {
  if (!onClick) {
    return <span className="inline-flex min-h-8 items-center gap-1">{children}</span>;
  }
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-8 items-center gap-1 underline decoration-line underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
    >
      {children}
    </button>
  );
}
