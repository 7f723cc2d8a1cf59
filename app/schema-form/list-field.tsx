import { Plus } from 'lucide-react';

import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';

import { useFieldContext } from './field-context.ts';
import { startValue } from './form-value.ts';

/** The items of a list, in order. */
export function ListField({
  path,
  name,
  item,
  value,
  onChange,
}: {
  path: string;
  name: string;
  item: JsonSchema;
  value: readonly JsonValue[];
  onChange: (value: JsonValue[]) => void;
}) {
  const { Field, definitions } = useFieldContext();
  return (
    <div className="space-y-3 border-l border-edge pt-1 pl-4">
      {value.map((entry, index) => (
        <Field
          key={index}
          name={`${name} ${index + 1}`}
          path={`${path}.${index}`}
          schema={item}
          isRequired={false}
          keepsEmpty
          value={entry}
          onChange={(next) =>
            onChange(next === undefined ? value.toSpliced(index, 1) : value.with(index, next))
          }
        />
      ))}
      <Button
        aria-label={`Add an item to ${name}`}
        onClick={() => onChange([...value, startValue(item, definitions)])}
      >
        <Plus aria-hidden />
        Add item
      </Button>
    </div>
  );
}
