import { Plus } from 'lucide-react';

import type { JsonValue } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';

import { useFieldContext } from './field-context.ts';
import type { ListShape } from './field-shape.ts';
import { startValue } from './form-value.ts';
import { toPathToken } from './field-place.ts';

/** The items of a list, in order; those of a tuple have schemas of their own. */
export function ListField({
  path,
  name,
  shape: { prefix, item },
  value,
  onChange,
}: {
  path: string;
  name: string;
  shape: ListShape;
  value: readonly JsonValue[];
  onChange: (value: JsonValue[]) => void;
}) {
  const { Field, root } = useFieldContext();
  const next = prefix[value.length] ?? item;
  return (
    <div className="space-y-3 border-s border-edge pt-1 ps-4">
      {value.map((entry, index) => {
        const isLast = index === value.length - 1;
        return (
          <Field
            key={index}
            name={`${name} ${index + 1}`}
            path={`${path}.${toPathToken(String(index))}`}
            schema={prefix[index] ?? item ?? true}
            isRequired={false}
            keepsEmpty
            // An item of a tuple is known by its place.
            isFixed={index < prefix.length && !isLast}
            value={entry}
            onChange={(changed) =>
              onChange(
                changed === undefined ? value.toSpliced(index, 1) : value.with(index, changed),
              )
            }
          />
        );
      })}
      {next === null ? null : (
        <Button
          aria-label={`Add an item to ${name}`}
          onClick={() => onChange([...value, startValue(next, root)])}
        >
          <Plus aria-hidden />
          Add item
        </Button>
      )}
    </div>
  );
}
