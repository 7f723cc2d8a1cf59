import { clsx } from 'clsx';

import { Badge } from '#app/ui/badge.tsx';
import type { PointView } from '#app/builder/chat/restore-points.ts';

const MAKERS = {
  beginning: 'The beginning',
  turn: 'Said in the chat',
  screen: 'Changed in the screen',
  restore: 'Restored',
};

interface Props {
  point: PointView;
  isCurrent: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

/** One restore point in the list. */
export function PointRow({ point, isCurrent, isOpen, onOpen }: Props) {
  return (
    <li className="border-b">
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
        className={clsx(
          'w-full px-4 py-2.5 text-left text-sm -outline-offset-2 hover:bg-hover sm:pl-6',
          isOpen && '@min-[640px]:bg-blue-tint',
        )}
      >
        <span className="flex items-center gap-2">
          <span className="font-medium tabular-nums">Point {point.number}</span>
          {isCurrent ? <Badge tone="blue">now</Badge> : null}
          <span className="ml-auto text-muted tabular-nums">
            <time dateTime={new Date(point.at).toISOString()}>{formatMoment(point.at)}</time>
          </span>
        </span>
        <span className="line-clamp-2 text-muted wrap-anywhere">{describePoint(point)}</span>
      </button>
    </li>
  );
}

/** What made a point, in one line. */
export function describePoint({ by, changed, restored }: PointView): string {
  if (by === 'restore' && restored !== undefined) return `Point ${restored} brought back`;
  return changed[0] ?? MAKERS[by];
}

/** The time of a moment today, the day of an earlier one. */
function formatMoment(at: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const style = isToday ? ({ timeStyle: 'short' } as const) : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(undefined, style).format(date);
}
