import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The platform's own select, which phones and screen readers know best. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block', className)}>
      <select {...props} className="field appearance-none truncate pe-8" />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-muted"
      />
    </span>
  );
}
