import { clsx } from 'clsx';

import type { PointView } from '#app/drafts/restore-points.ts';
import { Badge } from '#app/ui/badge.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

const MAKERS = {
  beginning: 'The beginning',
  turn: 'Changed in the chat',
  approval: 'Approved in the chat',
  screen: 'Changed on the screen',
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
          'w-full px-4 py-2.5 text-start text-sm -outline-offset-2 hover:bg-hover sm:ps-6',
          isOpen && '@min-[640px]:bg-blue-tint',
        )}
      >
        <span className="flex items-center gap-2">
          <span className="font-medium tabular-nums">Point {point.number}</span>
          {isCurrent ? <Badge tone="blue">now</Badge> : null}
          <span className="ms-auto text-muted tabular-nums">
            <RelativeTime at={point.at} />
          </span>
        </span>
        <span className="line-clamp-2 text-muted wrap-anywhere">{describePoint(point)}</span>
      </button>
    </li>
  );
}

/** Describes the origin of a point, in one line. */
export function describePoint({ by, changed, restored }: PointView): string {
  if (by === 'restore' && restored !== undefined) return `Point ${restored} restored`;
  return changed[0] ?? MAKERS[by];
}
