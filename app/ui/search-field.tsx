import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';

import { Input } from './input.tsx';

/** A text field that filters the list near it. */
export function SearchField({
  label,
  className,
  ...props
}: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <span className={clsx('relative block', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted"
      />
      <Input type="search" aria-label={label} placeholder={label} {...props} className="ps-8.5" />
    </span>
  );
}
