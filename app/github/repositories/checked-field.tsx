import { useId } from 'react';

import { Input } from '#app/ui/input.tsx';

/** A text field below its label, and what is wrong with its text. */
export function CheckedField({
  label,
  value,
  problem,
  onValue,
}: {
  label: string;
  value: string;
  problem: string | null;
  onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <Input
        id={id}
        value={value}
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onValue(event.target.value)}
      />
      <output id={`${id}-problem`} className="mt-1 block text-sm text-fail empty:hidden">
        {problem}
      </output>
    </div>
  );
}
