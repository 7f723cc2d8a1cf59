import { Braces, Plus, X } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { toPlace } from './find-argument-problems.ts';

import { useFieldContext, type FieldProps } from './field-context.ts';
import { FieldControl } from './field-control.tsx';
import { toFormField, type FormField } from './form-field.ts';
import { canShow, startValue } from './form-value.ts';
import { JsonField } from './json-field.tsx';

/** Their control is shown before there is a value; the others are added first. */
const SCALARS = new Set(['choice', 'boolean', 'number', 'text', 'file', 'json']);

/** One argument, property or item: its name, its type, its control, and a way to unset it. */
export function SchemaField(props: FieldProps) {
  const { name, path, schema, value, onChange, isBare = false } = props;
  const { definitions, problems } = useFieldContext();
  const field = toFormField(schema, definitions);
  const [isRaw, setRaw] = useState(false);
  const isScalar = SCALARS.has(field.shape.kind);
  // A value that the control would change is shown as JSON instead.
  const fits = value === undefined || value === null || canShow(field.shape, value, definitions);
  const isForm = fits && !isRaw;
  const id = `arg-${path}`;
  const problem = isBare ? undefined : problems.get(toPlace(path));

  return (
    <div className="min-w-0">
      {isBare ? null : (
        <div className="flex min-h-8 flex-wrap items-center gap-x-2">
          {props.label ?? <FieldName name={name} htmlFor={isScalar && isForm ? id : null} />}
          <span className="text-sm text-muted">
            {field.note}
            {props.isRequired ? ' · required' : ''}
          </span>
          <FieldActions
            {...props}
            field={field}
            isRaw={isRaw}
            canBeRaw={fits && !isScalar && value !== undefined}
            canAdd={!isScalar && value === undefined}
            onRaw={() => setRaw(!isRaw)}
            onAdd={() => onChange(startValue(schema, definitions))}
          />
        </div>
      )}
      {isBare ? null : <FieldWords field={field} />}
      {value === null ? (
        <Badge className="font-mono">null</Badge>
      ) : value === undefined && !isScalar ? null : isForm ? (
        <FieldControl
          id={id}
          path={path}
          name={name}
          field={field}
          value={value}
          keepsEmpty={props.keepsEmpty ?? false}
          {...(problem === undefined ? {} : { problemId: `${id}-problem` })}
          onChange={onChange}
        />
      ) : (
        <JsonField id={id} name={name} value={value} onChange={onChange} />
      )}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} className="mt-1 text-sm wrap-anywhere text-fail">
          {problem}
        </p>
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

interface ActionProps extends FieldProps {
  field: FormField;
  isRaw: boolean;
  canBeRaw: boolean;
  canAdd: boolean;
  onRaw: () => void;
  onAdd: () => void;
}

/** Sets, nulls and unsets a value, and changes how it is edited. */
function FieldActions(props: ActionProps) {
  const { name, value, onChange, field, isRaw } = props;
  return (
    <span className="ml-auto flex items-center">
      {field.isNullable && value !== null ? (
        <Button
          variant="ghost"
          className="px-2 font-mono"
          aria-label={`Set ${name} to null`}
          onClick={() => onChange(null)}
        >
          null
        </Button>
      ) : null}
      {props.canAdd ? (
        <Button variant="ghost" aria-label={`Add ${name}`} onClick={props.onAdd}>
          <Plus aria-hidden />
          Add
        </Button>
      ) : null}
      {props.canBeRaw ? (
        <IconButton
          label={`${isRaw ? 'Edit as form' : 'Edit as JSON'}: ${name}`}
          aria-pressed={isRaw}
          onClick={props.onRaw}
        >
          <Braces aria-hidden />
        </IconButton>
      ) : null}
      {value !== undefined && (!props.isRequired || value === null) ? (
        <IconButton label={`Unset ${name}`} onClick={() => onChange(undefined)}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </span>
  );
}
