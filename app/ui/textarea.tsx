import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A text field of several lines that grows with its text where the browser can. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} className={clsx('field field-sizing-content resize-y', className)} />;
}
