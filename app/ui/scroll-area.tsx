import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/**
 * A named area that scrolls inside itself and can be scrolled by keyboard: a region, which is a landmark, or, where a
 * page has several of one name, a group.
 */
export function ScrollArea({
  label,
  isRepeated = false,
  className,
  children,
}: {
  label: string;
  isRepeated?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    // Scrolling areas must take focus, or the keyboard cannot reach the rest (axe:
    // scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section
      role={isRepeated ? 'group' : undefined}
      aria-label={label}
      tabIndex={0}
      className={clsx('overflow-auto', className)}
    >
      {children}
    </section>
  );
}
