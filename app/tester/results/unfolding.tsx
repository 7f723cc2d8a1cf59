import { useState } from 'react';
import type { ReactNode } from 'react';

/** Details below their summary, made when they are first opened. */
export function Unfolding({
  summary,
  children,
}: {
  summary: ReactNode;
  children: () => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-9 items-center gap-1 text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        {summary}
      </summary>
      {isOpen ? children() : null}
    </details>
  );
}
