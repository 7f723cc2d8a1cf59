import { useState } from 'react';

import type { JsonValue } from '#app/runtime/definition.ts';
import { Select } from '#app/ui/select.tsx';

import { useFieldContext } from './field-context.ts';
import type { Variant } from './form-field.ts';
import { findVariant, startValue } from './form-value.ts';

/** One of several schemas: which, then its own field. */
export function VariantsField({
  path,
  name,
  variants,
  value,
  onChange,
}: {
  path: string;
  name: string;
  variants: readonly Variant[];
  value: JsonValue;
  onChange: (value: JsonValue | undefined) => void;
}) {
  const { Field, definitions } = useFieldContext();
  const [picked, setPicked] = useState<number | null>(null);
  const index = picked ?? Math.max(0, findVariant(variants, value, definitions));
  const variant = variants[index];
  return (
    <div className="space-y-2 border-l border-edge pt-1 pl-4">
      <Select
        aria-label={`Kind of ${name}`}
        value={index}
        onChange={(event) => {
          const next = Number(event.target.value);
          const schema = variants[next]?.schema;
          setPicked(next);
          if (schema) onChange(startValue(schema, definitions));
        }}
      >
        {variants.map(({ label }, place) => (
          <option key={place} value={place}>
            {label}
          </option>
        ))}
      </Select>
      {variant ? (
        <Field
          key={index}
          name={name}
          path={`${path}|${index}`}
          schema={variant.schema}
          isRequired
          isBare
          value={value}
          onChange={onChange}
        />
      ) : null}
    </div>
  );
}
