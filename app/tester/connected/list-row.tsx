import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A row of two lines, in pixels. */
export const LIST_ROW_PX = 60;

/** One row of a list beside its detail: the whole of it opens the item. */
export function ListRow({
  isOpen,
  onOpen,
  children,
}: {
  isOpen: boolean;
  onOpen: () => void;
  /** One line each. */
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-current={isOpen}
      onClick={onOpen}
      className={clsx(
        'flex h-full w-full flex-col justify-center px-4 text-start -outline-offset-2 sm:px-6',
        isOpen ? 'bg-blue-tint' : 'hover:bg-hover',
      )}
    >
      {children}
    </button>
  );
}
