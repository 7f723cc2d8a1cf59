import { problemsOf } from '#app/chat/chat-parts.ts';

import { ActivityRow } from './activity-row.tsx';
import { callsOf, type ActivityStep } from './message-segments.ts';

/** So many calls in a row are shown one by one; more are folded once they are done. */
const SHOWN = 6;

interface Props {
  steps: readonly ActivityStep[];
  /** Nothing is added any more. */
  isOver: boolean;
  /** Milliseconds by id of the call, where they are known. */
  took: ReadonlyMap<string, number>;
}

/** The builder's calls, one by one, with the remarks it made between them. */
export function ActivityList({ steps, isOver, took }: Props) {
  const calls = callsOf(steps);
  const rows = (
    <ol aria-label="Activity" className="border-s ps-3">
      {steps.map((step, index) =>
        typeof step === 'string' ? (
          <li key={index} className="pt-1 text-sm text-muted wrap-anywhere">
            {step}
          </li>
        ) : (
          <li key={step.toolCallId}>
            <ActivityRow part={step} isOver={isOver} took={took.get(step.toolCallId) ?? null} />
          </li>
        ),
      )}
    </ol>
  );
  if (!isOver || calls.length <= SHOWN) return rows;
  const failed = calls.filter((part) => problemsOf(part).length > 0).length;
  return (
    <details>
      <summary className="inline-flex min-h-8 items-center text-sm text-muted underline decoration-line underline-offset-4 hover:text-ink pointer-coarse:min-h-11">
        {calls.length} steps{failed > 0 ? `, ${failed} with problems` : ''}
      </summary>
      {rows}
    </details>
  );
}
