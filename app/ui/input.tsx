import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A single-line text field. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input autoComplete="off" {...props} className={clsx('field', className)} />;
}
