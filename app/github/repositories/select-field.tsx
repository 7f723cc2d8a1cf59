import { useId } from 'react';

import { Select } from '#app/ui/select.tsx';

/** A select below its label. */
export function SelectField({
  label,
  value,
  choices,
  onValue,
}: {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onValue(event.target.value)}>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
