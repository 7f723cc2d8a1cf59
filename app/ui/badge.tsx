import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type Tone = 'plain' | 'blue' | 'pencil' | 'pass' | 'warn' | 'fail';

const TONES: Record<Tone, string> = {
  plain: 'bg-sunken text-muted',
  blue: 'bg-blue-tint text-blue',
  pencil: 'bg-pencil-tint text-pencil',
  pass: 'bg-pass-tint text-pass',
  warn: 'bg-warn-tint text-warn',
  fail: 'bg-fail-tint text-fail',
};

/** A word about a thing's state; the colour only underlines the word. */
export function Badge({
  tone = 'plain',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-control px-1.5 text-sm font-medium whitespace-nowrap',
        '[&_svg]:size-3.5',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
