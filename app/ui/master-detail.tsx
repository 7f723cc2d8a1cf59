import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/**
 * A list beside the detail of its open item, each of which scrolls by itself. If there is room for
 * only one of them, that is the list until something is opened; the detail then needs a way back.
 */
export function MasterDetail({
  list,
  detail,
  isOpen,
}: {
  list: ReactNode;
  detail: ReactNode;
  /** Something of the list was opened, and is not merely shown because there is room. */
  isOpen: boolean;
}) {
  return (
    <div className="flex min-h-0 grow">
      <div
        className={clsx(
          'flex min-h-0 w-full shrink-0 flex-col @min-[640px]:w-64 @min-[640px]:border-e @min-[800px]:w-80',
          isOpen && '@max-[640px]:hidden',
        )}
      >
        {list}
      </div>
      <div className={clsx('flex min-h-0 min-w-0 grow flex-col', !isOpen && '@max-[640px]:hidden')}>
        {detail}
      </div>
    </div>
  );
}
