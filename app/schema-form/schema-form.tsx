import { useCallback, useEffect, useMemo, useRef } from 'react';

import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { FieldContext } from './field-context.ts';
import { toFormField } from './form-field.ts';
import { JsonField } from './json-field.tsx';
import { ObjectField } from './object-field.tsx';
import { SchemaField } from './schema-field.tsx';
import { toSchemaRoot } from './schema-root.ts';
import { VariantsField } from './variants-field.tsx';

interface Props {
  /** JSON Schema of any origin. */
  schema: JsonSchema;
  /** Targets of `#/$defs/…` besides the schema's own. */
  definitions?: Readonly<Record<string, JsonSchema>>;
  value: JsonObject;
  /** The problems, by the place of a field: `.body.tags.0`. */
  problems: ReadonlyMap<string, string>;
  onChange: (value: JsonObject) => void;
  /** Called when the text of a field is no value, so that nothing must be sent, and when all are again. */
  onReadable?: (isReadable: boolean) => void;
}

/** An object as a form made from its schema: the arguments of a call, or the answer to a question. */
export function SchemaForm(props: Props) {
  const { schema, definitions, problems } = props;
  const root = toSchemaRoot(schema, definitions);
  const setUnreadable = useUnreadableFields(props.onReadable);
  const context = useMemo(
    () => ({ root, problems, setUnreadable, Field: SchemaField }),
    [root, problems, setUnreadable],
  );
  const problem = problems.get('');
  return (
    <FieldContext value={context}>
      <RootField {...props} />
      {problem === undefined ? null : (
        <p id="arg--problem" className="mt-1 text-sm wrap-anywhere text-fail">
          {problem}
        </p>
      )}
    </FieldContext>
  );
}

/** Counts the fields without a readable value, and says when the first comes and when the last leaves. */
function useUnreadableFields(onReadable: Props['onReadable']) {
  const fields = useRef(new Set<string>());
  const tell = useRef(onReadable);
  useEffect(() => {
    tell.current = onReadable;
  }, [onReadable]);
  return useCallback((path: string, isUnreadable: boolean) => {
    const before = fields.current.size;
    if (isUnreadable) fields.current.add(path);
    else fields.current.delete(path);
    const after = fields.current.size;
    if ((before === 0) !== (after === 0)) tell.current?.(after === 0);
  }, []);
}

function RootField({ schema, definitions, value, problems, onChange }: Props) {
  const root = toSchemaRoot(schema, definitions);
  const { shape } = toFormField(root, root);
  if (shape.kind === 'object') {
    const isEmpty =
      shape.properties.length === 0 && shape.patterns.length === 0 && shape.extra === null;
    if (isEmpty && Object.keys(value).length === 0) {
      return <p className="text-sm text-muted">No arguments are taken.</p>;
    }
    return <ObjectField path="" shape={shape} value={value} onChange={onChange} isRoot />;
  }
  const change = (next: unknown) => {
    if (isJsonObject(next)) onChange(next);
  };
  if (shape.kind === 'variants') {
    return (
      <VariantsField
        path=""
        name="arguments"
        variants={shape.variants}
        value={value}
        onChange={change}
      />
    );
  }
  return (
    <>
      <p className="mb-1.5 text-sm text-muted">
        The schema describes no object with named properties, so this is edited as JSON.
      </p>
      <JsonField
        id="arg-"
        path=""
        name="arguments"
        value={value}
        isObject
        {...(problems.has('') ? { problemId: 'arg--problem' } : {})}
        onChange={change}
      />
    </>
  );
}
