import { clsx } from 'clsx';

/** A turning mark without words; the waiting element says so beside it. */
export function SpinnerMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-block size-4 animate-[spin_0.8s_linear_infinite] rounded-full border-2 border-line border-t-blue',
        className,
      )}
    />
  );
}

/** Says "Loading" to eyes and to screen readers. */
export function Spinner({ className }: { className?: string }) {
  return (
    <output className={clsx('inline-flex items-center gap-2 text-sm text-muted', className)}>
      <SpinnerMark />
      Loading
    </output>
  );
}
