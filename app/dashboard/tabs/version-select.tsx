import { useId } from 'react';

import { Select } from '#app/ui/select.tsx';

interface Props {
  label: string;
  value: number;
  latest: number;
  published: number | null;
  onValue: (value: number) => void;
}

/** One version of a project, chosen by its number. */
export function VersionSelect({ label, value, latest, published, onValue }: Props) {
  const id = useId();
  const numbers = Array.from({ length: latest }, (_, index) => latest - index);
  return (
    <div>
      <label htmlFor={id} className="block text-sm text-muted">
        {label}
      </label>
      <Select
        id={id}
        value={String(value)}
        onChange={(event) => onValue(Number(event.target.value))}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            Version {number}
            {number === published ? ' (live)' : ''}
          </option>
        ))}
      </Select>
    </div>
  );
}
