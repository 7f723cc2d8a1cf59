import { useMemo } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { FieldContext } from './field-context.ts';
import { toFormField } from './form-field.ts';
import { ObjectField } from './object-field.tsx';
import { SchemaField } from './schema-field.tsx';

/** The arguments of a call as a form made from the tool's schema. */
export function SchemaForm({
  schema,
  definitions,
  value,
  problems,
  onChange,
}: {
  schema: JsonObject;
  definitions: Blueprint['definitions'];
  value: JsonObject;
  /** The problems, by the place of a field: `.body.tags.0`. */
  problems: ReadonlyMap<string, string>;
  onChange: (value: JsonObject) => void;
}) {
  const context = useMemo(
    () => ({ definitions, problems, Field: SchemaField }),
    [definitions, problems],
  );
  const { shape } = toFormField(schema, definitions);
  if (shape.kind !== 'object') {
    return <p className="text-sm text-muted">These arguments are edited as JSON.</p>;
  }
  if (shape.properties.length === 0 && shape.extra === null) {
    return <p className="text-sm text-muted">This tool takes no arguments.</p>;
  }
  return (
    <FieldContext value={context}>
      <ObjectField path="" shape={shape} value={value} onChange={onChange} isRoot />
    </FieldContext>
  );
}
