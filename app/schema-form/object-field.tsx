import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';

import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';

import { useFieldContext } from './field-context.ts';
import type { FieldShape } from './form-field.ts';
import { renameProperty, setProperty, startValue } from './form-value.ts';

interface Props {
  path: string;
  shape: Extract<FieldShape, { kind: 'object' }>;
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  isRoot?: boolean;
}

/** The properties of an object: named ones, required first, then whatever else it holds. */
export function ObjectField({ path, shape, value, onChange, isRoot = false }: Props) {
  const { Field } = useFieldContext();
  const named = new Set(shape.properties.map(({ name }) => name));
  const others = Object.keys(value).filter((name) => !named.has(name));
  const properties = shape.properties.toSorted(
    (one, other) => Number(other.isRequired) - Number(one.isRequired),
  );
  return (
    <div className={isRoot ? 'space-y-4' : 'space-y-4 border-l border-edge pt-1 pl-4'}>
      {properties.map(({ name, schema, isRequired }) => (
        <Field
          key={name}
          name={name}
          path={`${path}.${name}`}
          schema={schema}
          isRequired={isRequired}
          value={Object.hasOwn(value, name) ? value[name] : undefined}
          onChange={(next) => onChange(setProperty(value, name, next))}
        />
      ))}
      {others.map((name, index) => (
        <Field
          key={index}
          name={name}
          path={`${path}.${index}~`}
          schema={shape.extra ?? true}
          isRequired={false}
          keepsEmpty
          value={value[name]}
          onChange={(next) => onChange(setProperty(value, name, next))}
          label={
            <Input
              aria-label="Property name"
              className="max-w-56 font-mono md:text-sm"
              value={name}
              onChange={(event) => onChange(renameProperty(value, name, event.target.value))}
            />
          }
        />
      ))}
      {shape.extra !== null && (!isRoot || named.size === 0) ? (
        <AddProperty
          isTaken={(name) => named.has(name) || Object.hasOwn(value, name)}
          extra={shape.extra}
          onAdd={(name, start) => onChange(setProperty(value, name, start))}
        />
      ) : null}
    </div>
  );
}

function AddProperty({
  extra,
  isTaken,
  onAdd,
}: {
  extra: JsonSchema;
  isTaken: (name: string) => boolean;
  onAdd: (name: string, start: JsonObject[string]) => void;
}) {
  const { definitions } = useFieldContext();
  const [name, setName] = useState('');

  function add(event?: FormEvent) {
    event?.preventDefault();
    if (name === '' || isTaken(name)) return;
    onAdd(name, startValue(extra, definitions));
    setName('');
  }

  return (
    <div className="flex gap-2">
      <Input
        aria-label="Name of another property"
        placeholder="another property"
        className="max-w-56 font-mono md:text-sm"
        value={name}
        aria-invalid={isTaken(name)}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) add(event);
        }}
      />
      <Button disabled={name === '' || isTaken(name)} onClick={() => add()}>
        <Plus aria-hidden />
        Add
      </Button>
    </div>
  );
}
