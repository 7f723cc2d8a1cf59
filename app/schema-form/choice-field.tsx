import type { JsonValue } from '#app/runtime/definition.ts';
import { Select } from '#app/ui/select.tsx';

import type { Choices } from './field-shape.ts';

/** One of a few values, or none. */
export function ChoiceField({
  id,
  options,
  titles = [],
  value,
  problemId,
  onChange,
}: {
  id: string;
  options: readonly JsonValue[];
  titles?: Choices['titles'];
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
        <option key={index} value={texts[index]}>
          {labelOption(option, titles[index] ?? null)}
        </option>
      ))}
    </Select>
  );
}

/** The title of a value with the value behind it, or the value alone. */
export function labelOption(option: JsonValue, title: string | null): string {
  const text = typeof option === 'string' && option !== '' ? option : JSON.stringify(option);
  return title === null || title === text ? text : `${title} (${text})`;
}
