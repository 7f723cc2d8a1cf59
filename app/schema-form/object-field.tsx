import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';

import { useFieldContext } from './field-context.ts';
import { toPathToken } from './field-place.ts';
import type { ObjectShape } from './field-shape.ts';
import { extraSchema, renameProperty, setProperty, startValue } from './form-value.ts';

/** Properties without a value that are shown at once. */
const MAX_UNSET = 60;

interface Props {
  path: string;
  shape: ObjectShape;
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  isRoot?: boolean;
}

/** The properties of an object: named ones, required first, then whatever else it holds. */
export function ObjectField({ path, shape, value, onChange, isRoot = false }: Props) {
  const { Field } = useFieldContext();
  const [isWhole, setWhole] = useState(false);
  const named = new Set(shape.properties.map(({ name }) => name));
  const others = Object.keys(value).filter((name) => !named.has(name));
  const properties = shape.properties.toSorted(
    (one, other) => Number(other.isRequired) - Number(one.isRequired),
  );
  const shown = properties.filter(
    ({ name }, index) => isWhole || index < MAX_UNSET || Object.hasOwn(value, name),
  );
  const hidden = properties.length - shown.length;
  const mayHaveMore = shape.extra !== null || shape.patterns.length > 0;
  return (
    <div className={isRoot ? 'space-y-4' : 'space-y-4 border-s border-edge pt-1 ps-4'}>
      {shown.map(({ name, schema, isRequired }) => (
        <Field
          key={name}
          name={name}
          path={`${path}.${toPathToken(name)}`}
          schema={schema}
          isRequired={isRequired}
          value={Object.hasOwn(value, name) ? value[name] : undefined}
          onChange={(next) => onChange(setProperty(value, name, next))}
        />
      ))}
      {hidden > 0 ? (
        <Button onClick={() => setWhole(true)}>Show {formatCount(hidden)} more</Button>
      ) : null}
      {others.map((name, index) => (
        <Field
          key={index}
          name={name}
          path={`${path}.${toPathToken(name)}`}
          schema={extraSchema(shape, name) ?? true}
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
      {mayHaveMore && (!isRoot || named.size === 0) ? (
        <AddProperty
          isTaken={(name) => named.has(name) || Object.hasOwn(value, name)}
          shape={shape}
          onAdd={(name, start) => onChange(setProperty(value, name, start))}
        />
      ) : null}
    </div>
  );
}

function AddProperty({
  shape,
  isTaken,
  onAdd,
}: {
  shape: ObjectShape;
  isTaken: (name: string) => boolean;
  onAdd: (name: string, start: JsonObject[string]) => void;
}) {
  const { root } = useFieldContext();
  const [name, setName] = useState('');
  const schema = extraSchema(shape, name);
  const isRefused = name !== '' && (isTaken(name) || schema === null);

  function add(event?: FormEvent) {
    event?.preventDefault();
    if (name === '' || isRefused || schema === null) return;
    onAdd(name, startValue(schema, root));
    setName('');
  }

  return (
    <div className="flex gap-2">
      <Input
        aria-label="Name of another property"
        placeholder="another property"
        className="max-w-56 font-mono md:text-sm"
        value={name}
        aria-invalid={isRefused}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) add(event);
        }}
      />
      <Button disabled={name === '' || isRefused} onClick={() => add()}>
        <Plus aria-hidden />
        Add
      </Button>
    </div>
  );
}
