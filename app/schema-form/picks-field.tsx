import type { JsonValue } from '#app/runtime/definition.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';

import { isSameText } from './can-show.ts';
import { labelOption } from './choice-field.tsx';
import type { Choices } from './field-shape.ts';

/** Several of a few values, in the order in which they are picked. */
export function PicksField({
  id,
  name,
  options,
  titles,
  value,
  problemId,
  onChange,
}: Choices & {
  id: string;
  name: string;
  value: readonly JsonValue[];
  problemId?: string;
  onChange: (value: JsonValue[]) => void;
}) {
  return (
    <fieldset
      id={id}
      aria-label={name}
      aria-describedby={problemId}
      className="flex max-h-60 flex-wrap gap-x-5 overflow-y-auto"
    >
      {options.map((option, index) => {
        const isPicked = value.some((picked) => isSameText(picked, option));
        return (
          <label key={index} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            <Checkbox
              checked={isPicked}
              onChange={() =>
                onChange(
                  isPicked
                    ? value.filter((picked) => !isSameText(picked, option))
                    : [...value, option],
                )
              }
            />
            <span className="wrap-anywhere">{labelOption(option, titles[index] ?? null)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
