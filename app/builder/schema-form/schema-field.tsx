import { Braces, X } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

import { useFieldContext, type FieldProps } from './field-context.ts';
import { FieldControl } from './field-control.tsx';
import { toFormField, type FormField } from './form-field.ts';
import { canShow, startValue } from './form-value.ts';
import { JsonField } from './json-field.tsx';

const SCALARS = new Set(['choice', 'boolean', 'number', 'text', 'file']);

/** One argument, property or item: its name, what it is, its control, and a way to unset it. */
export function SchemaField(props: FieldProps) {
  const { name, path, schema, value, onChange, isRequired, label } = props;
  const { definitions } = useFieldContext();
  const field = toFormField(schema, definitions);
  const [isRaw, setRaw] = useState(false);
  const isScalar = SCALARS.has(field.shape.kind);
  const isSet = value !== undefined;
  const fits = !isSet || value === null || canShow(field.shape, value, definitions);
  const id = `arg-${path}`;
  const hasField = isScalar && fits && !isRaw && value !== null;

  return (
    <div className="min-w-0">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        {label ?? <FieldName name={name} htmlFor={hasField ? id : null} />}
        <span className="text-sm text-muted">
          {field.note}
          {isRequired ? ' · required' : ''}
        </span>
        <span className="ml-auto flex items-center">
          {field.isNullable && value !== null ? (
            <Button variant="ghost" className="px-2 font-mono" onClick={() => onChange(null)}>
              null
            </Button>
          ) : null}
          {isSet && fits && !isScalar && field.shape.kind !== 'json' && value !== null ? (
            <IconButton
              label={`${isRaw ? 'Edit as form' : 'Edit as JSON'}: ${name}`}
              aria-pressed={isRaw}
              onClick={() => setRaw(!isRaw)}
            >
              <Braces aria-hidden />
            </IconButton>
          ) : null}
          {isSet && (!isRequired || value === null) ? (
            <IconButton label={`Unset ${name}`} onClick={() => onChange(undefined)}>
              <X aria-hidden />
            </IconButton>
          ) : null}
        </span>
      </div>
      <FieldWords field={field} />
      {value === null ? (
        <Badge className="font-mono">null</Badge>
      ) : fits && !isRaw ? (
        <SetOrNot
          {...props}
          id={id}
          field={field}
          isScalar={isScalar}
          start={() => startValue(schema, definitions)}
        />
      ) : (
        <JsonField id={id} name={name} value={value} onChange={onChange} />
      )}
    </div>
  );
}

function FieldName({ name, htmlFor }: { name: string; htmlFor: string | null }) {
  const className = 'font-mono text-sm font-semibold wrap-anywhere';
  if (htmlFor === null) return <span className={className}>{name}</span>;
  return (
    <label htmlFor={htmlFor} className={className}>
      {name}
    </label>
  );
}

function FieldWords({ field }: { field: FormField }) {
  if (field.description === null) return null;
  return (
    <p className="mb-1.5 line-clamp-3 text-sm wrap-anywhere text-muted" title={field.description}>
      {field.description}
    </p>
  );
}

function SetOrNot({
  id,
  field,
  isScalar,
  start,
  ...props
}: FieldProps & {
  id: string;
  field: FormField;
  isScalar: boolean;
  start: () => FieldProps['value'];
}) {
  const { value, onChange, keepsEmpty = false, name } = props;
  if (value === undefined && !isScalar) {
    return (
      <Button aria-label={`Add ${name}`} onClick={() => onChange(start())}>
        Add
      </Button>
    );
  }
  return (
    <FieldControl
      id={id}
      path={props.path}
      name={name}
      field={field}
      value={value}
      keepsEmpty={keepsEmpty}
      onChange={onChange}
    />
  );
}
