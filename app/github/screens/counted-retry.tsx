import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';

import { TaskButton } from '#app/auth/task-button.tsx';

const SECOND_MS = 1_000;

interface Props {
  /** Until it makes sense to try again. */
  seconds: number;
  onRetry: () => void;
}

/** "Try again" after a wait, which is counted down. Only its end is announced: each second would drown all else. */
export function CountedRetry({ seconds, onRetry }: Props) {
  const left = useSecondsLeft(seconds);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <TaskButton isBusy={false} isOff={left > 0} onClick={onRetry}>
        <RotateCcw aria-hidden />
        Try again
      </TaskButton>
      {left > 0 ? (
        <span role="timer" className="text-sm text-muted tabular-nums">
          in {toClock(left)}
        </span>
      ) : null}
      <output className="text-sm text-muted empty:hidden">
        {left > 0 ? '' : 'You can try again now.'}
      </output>
    </div>
  );
}

/** By the clock: a tab in the background is woken seldom. */
function useSecondsLeft(seconds: number): number {
  const [end] = useState(() => Date.now() + seconds * SECOND_MS);
  const [left, setLeft] = useState(seconds);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return undefined;
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS)));
    const timer = setInterval(count, SECOND_MS);
    return () => clearInterval(timer);
  }, [end, isOver]);
  return left;
}

/** `0:09`, `12:30`, `1:00:00`. */
function toClock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
