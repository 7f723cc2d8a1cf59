import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some of several are on. */
  isMixed?: boolean;
}

/** A checkbox; `isMixed` shows the third state. */
export function Checkbox({ isMixed = false, className, ...props }: Props) {
  return (
    <input
      type="checkbox"
      {...props}
      ref={(element) => {
        if (element) element.indeterminate = isMixed;
      }}
      className={clsx('size-4 shrink-0 accent-blue', className)}
    />
  );
}
