import { useState } from 'react';
import type { ReactNode } from 'react';

/** Details below their summary, made when they are first opened. */
export function Unfolding({
  summary,
  isOpen: startsOpen = false,
  children,
}: {
  summary: ReactNode;
  /** At first. */
  isOpen?: boolean;
  children: () => ReactNode;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-9 items-center gap-1 text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        {summary}
      </summary>
      {isOpen ? children() : null}
    </details>
  );
}
