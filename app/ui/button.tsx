import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';

const VARIANTS: Record<Variant, string> = {
  primary:
    'bg-blue text-on-blue not-disabled:hover:bg-blue-strong disabled:bg-sunken disabled:text-muted',
  secondary: 'border border-edge bg-raised not-disabled:hover:bg-hover disabled:text-muted',
  danger: 'border border-fail bg-raised text-fail not-disabled:hover:bg-fail-tint',
  ghost: 'text-muted not-disabled:hover:bg-hover not-disabled:hover:text-ink',
};

/** The look of a button, for links that act as one. */
export function buttonClass(variant: Variant = 'secondary', className?: string): string {
  return clsx(
    'control inline-flex shrink-0 items-center justify-center gap-2 px-3 text-sm font-medium whitespace-nowrap',
    'select-none [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    className,
  );
}

/** A button; `type` is `button` by default. */
export function Button({
  variant,
  className,
  ...props
}: ComponentProps<'button'> & { variant?: Variant }) {
  return <button type="button" {...props} className={buttonClass(variant, className)} />;
}
