import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A named region that scrolls inside itself and can be scrolled by keyboard. */
export function ScrollArea({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // Scrolling areas must take focus, or the keyboard cannot reach the rest (axe:
    // scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={label} tabIndex={0} className={clsx('overflow-auto', className)}>
      {children}
    </section>
  );
}
