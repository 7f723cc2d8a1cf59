import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface Option<Value extends string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
}

/** One of a few, all in sight. Radio buttons underneath, so arrow keys work. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  className?: string;
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={clsx('inline-flex rounded-control border border-edge bg-raised p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'relative flex min-h-7.5 grow cursor-pointer items-center justify-center gap-1.5 rounded-[4px] px-2.5 text-sm font-medium whitespace-nowrap',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue pointer-coarse:min-h-10',
            'has-disabled:cursor-not-allowed has-disabled:opacity-50',
            option.value === value ? 'bg-blue-tint text-blue' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-[inherit] opacity-0"
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
