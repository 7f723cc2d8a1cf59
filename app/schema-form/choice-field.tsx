import type { JsonValue } from '#app/runtime/definition.ts';
import { Select } from '#app/ui/select.tsx';

/** One of a few values, or none. */
export function ChoiceField({
  id,
  options,
  value,
  problemId,
  onChange,
}: {
  id: string;
  options: readonly JsonValue[];
  value: JsonValue | undefined;
  problemId?: string;
  onChange: (value: JsonValue | undefined) => void;
}) {
  const texts = options.map((option) => JSON.stringify(option));
  return (
    <Select
      id={id}
      aria-invalid={problemId !== undefined}
      aria-describedby={problemId}
      value={value === undefined ? '' : JSON.stringify(value)}
      onChange={(event) => onChange(options[texts.indexOf(event.target.value)])}
    >
      <option value="">not set</option>
      {options.map((option, index) => (
        <option key={texts[index]} value={texts[index]}>
          {typeof option === 'string' && option !== '' ? option : texts[index]}
        </option>
      ))}
    </Select>
  );
}
