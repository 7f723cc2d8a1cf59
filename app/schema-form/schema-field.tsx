import { Braces, Plus, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

import { canShow } from './can-show.ts';
import { useFieldContext, type FieldProps } from './field-context.ts';
import { FieldControl } from './field-control.tsx';
import { toPlace } from './field-place.ts';
import { toFormField, type FormField } from './form-field.ts';
import { startValue } from './form-value.ts';
import { JsonField } from './json-field.tsx';

/** Their control is shown before there is a value; the others are added first. */
const SCALARS = new Set(['choice', 'picks', 'boolean', 'number', 'text', 'file', 'json']);

/** One argument, property or item: its name, its type, its control, and a way to unset it. */
export function SchemaField(props: FieldProps) {
  const { name, path, schema, value, onChange, isBare = false } = props;
  const { root, problems } = useFieldContext();
  const field = toFormField(schema, root);
  const [isRaw, setRaw] = useState(false);
  const isScalar = SCALARS.has(field.shape.kind);
  // Where anything is allowed, null is one of the values that are typed.
  const isNull = value === null && field.shape.kind !== 'json';
  // A value that the control would change is shown as JSON instead.
  const fits = value === undefined || isNull || canShow(field.shape, value, root);
  const isForm = fits && !isRaw;
  const isLabelled = isScalar && isForm && !isNull && field.shape.kind !== 'picks';
  const id = `arg-${path}`;
  const problem = isBare ? undefined : problems.get(toPlace(path));

  return (
    <div className="min-w-0">
      {isBare ? null : (
        <div className="flex min-h-8 flex-wrap items-center gap-x-2">
          {props.label ?? <FieldName name={name} htmlFor={isLabelled ? id : null} />}
          <span className="text-sm text-muted">
            {field.note}
            {props.isRequired ? ' · required' : ''}
          </span>
          <FieldActions
            {...props}
            field={field}
            isRaw={isRaw}
            canBeRaw={fits && (isRaw || (!isScalar && value !== undefined))}
            canAdd={!isScalar && value === undefined}
            onRaw={() => setRaw(!isRaw)}
            onAdd={() => onChange(startValue(schema, root))}
          />
        </div>
      )}
      {isBare ? null : <FieldWords field={field} />}
      {isNull ? (
        <code id={id} className="rounded-control bg-sunken px-1.5 text-sm text-muted">
          null
        </code>
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
        <JsonField
          id={id}
          path={path}
          name={name}
          value={value}
          onChange={(next) => {
            // The field stays as it is while somebody types, also once another control would fit.
            setRaw(true);
            onChange(next);
          }}
        />
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
  const { title, description } = field;
  if (title === null && description === null) return null;
  return (
    <p
      className="mb-1.5 line-clamp-3 text-sm wrap-anywhere text-muted"
      title={description ?? undefined}
    >
      {title === null ? null : <span className="font-medium text-ink">{title} </span>}
      {description}
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
    <span className="ms-auto flex items-center">
      {field.isNullable && value !== null && field.shape.kind !== 'json' ? (
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
      {value !== undefined && !props.isFixed && (!props.isRequired || value === null) ? (
        <IconButton label={`Unset ${name}`} onClick={() => onChange(undefined)}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </span>
  );
}
