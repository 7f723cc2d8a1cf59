import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A square button with an icon only; its label is read out and shown on hover. */
export function IconButton({
  label,
  className,
  ...props
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...props}
      className={clsx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted',
        'hover:bg-hover hover:text-ink disabled:opacity-50 pointer-coarse:size-11 [&_svg]:size-4',
        className,
      )}
    />
  );
}
