import { useId, type ComponentProps } from 'react';

import { Input } from './input.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  onValue: (value: string) => void;
}

/** A text field below its label. */
export function Field({ label, onValue, ...props }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <Input {...props} id={id} onChange={(event) => onValue(event.currentTarget.value)} />
    </div>
  );
}
