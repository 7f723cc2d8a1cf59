import { useRef, useState } from 'react';

import type { JsonValue } from '#app/runtime/definition.ts';
import { Select } from '#app/ui/select.tsx';

import { findVariant, fitOf } from './can-show.ts';
import { useFieldContext } from './field-context.ts';
import { carryOver } from './form-value.ts';
import type { Variant } from './to-variants.ts';

/** One of several schemas: which, then its own field. Going back to one brings back what it held. */
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
  const { Field, root } = useFieldContext();
  const [picked, setPicked] = useState<number | null>(null);
  const left = useRef(new Map<number, JsonValue>());
  const schema = picked === null ? undefined : variants[picked]?.schema;
  const isPicked = schema !== undefined && fitOf(schema, value, root) > 0;
  const index =
    isPicked && picked !== null ? picked : Math.max(0, findVariant(variants, value, root));
  const variant = variants[index];

  function pick(next: number) {
    const other = variants[next]?.schema;
    if (other === undefined) return;
    left.current.set(index, value);
    setPicked(next);
    onChange(left.current.get(next) ?? carryOver(value, other, root));
  }

  return (
    <div className="space-y-2 border-s border-edge pt-1 ps-4">
      <Select
        aria-label={`Kind of ${name}`}
        value={index}
        onChange={(event) => pick(Number(event.target.value))}
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
