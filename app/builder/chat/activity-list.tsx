import { problemsOf } from './chat-parts.ts';
import { ActivityRow } from './activity-row.tsx';
import type { ToolCallPart } from './message-segments.ts';

/** So many calls in a row are shown one by one; more are folded once they are done. */
const SHOWN = 6;

interface Props {
  parts: readonly ToolCallPart[];
  /** Nothing is added any more. */
  isOver: boolean;
  /** Milliseconds by id of the call, where they are known. */
  took: ReadonlyMap<string, number>;
}

/** What the builder did, call by call. */
export function ActivityList({ parts, isOver, took }: Props) {
  const rows = (
    <ol aria-label="Activity" className="border-l pl-3">
      {parts.map((part) => (
        <li key={part.toolCallId}>
          <ActivityRow part={part} isOver={isOver} took={took.get(part.toolCallId) ?? null} />
        </li>
      ))}
    </ol>
  );
  if (!isOver || parts.length <= SHOWN) return rows;
  const failed = parts.filter((part) => problemsOf(part).length > 0).length;
  return (
    <details>
      <summary className="inline-flex min-h-8 items-center text-sm text-muted underline decoration-line underline-offset-4 hover:text-ink pointer-coarse:min-h-11">
        {parts.length} steps{failed > 0 ? `, ${failed} with problems` : ''}
      </summary>
      {rows}
    </details>
  );
}
