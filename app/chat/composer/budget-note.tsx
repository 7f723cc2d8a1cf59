import type { TurnAllowance } from '#app/chat/chat-view.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';

/** The limits of the next turn, shown next to where it is started. */
export function BudgetNote({ budget }: { budget: TurnAllowance }) {
  const { turnsLeft, resetsAt, steps, seconds } = budget;
  const limits = `Up to ${steps} steps and ${Math.round(seconds / 60)} min per turn`;
  return (
    <p className="-mt-1 px-4 pb-2 text-sm text-muted tabular-nums">
      {turnsLeft === null ? (
        limits
      ) : (
        <>
          {turnsLeft === 1 ? '1 turn' : `${formatCount(turnsLeft)} turns`} left, more{' '}
          <RelativeTime at={resetsAt} />. {limits}
        </>
      )}
    </p>
  );
}
