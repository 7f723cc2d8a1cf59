import type { ApiSchema } from '#app/management/document/api-document.ts';

import { isSchema, typeWords } from './type-words.ts';

/** A field or a parameter, as a row shows it. */
export interface FieldRow {
  name: string;
  schema: ApiSchema;
  description: string;
  /** A word beside the name. */
  note?: string;
}

/** The fields of an object. */
export function rowsOf({ properties, required }: ApiSchema, isInput: boolean): FieldRow[] {
  if (!isSchema(properties)) return [];
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isSchema(schema)) return [];
    const isNeeded = needed.includes(name);
    const note = isInput && isNeeded ? 'required' : !isInput && !isNeeded ? 'optional' : '';
    return [{ name, schema, description: schema.description ?? '', ...(note && { note }) }];
  });
}

/** Fields or parameters with their types and meanings. */
export function FieldList({ label, rows }: { label: string; rows: readonly FieldRow[] }) {
  return (
    <dl aria-label={label} className="divide-y border-y">
      {rows.map(({ name, schema, description, note }) => (
        <div key={name} className="py-2 sm:grid sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-4">
          <dt className="min-w-0">
            <code className="text-sm wrap-anywhere">{name}</code>
            {note ? <span className="ms-2 text-sm text-muted">{note}</span> : null}
          </dt>
          <dd className="min-w-0 text-sm">
            <TypeOf schema={schema} />
            {description ? <p className="wrap-anywhere">{description}</p> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A type in words, with links to the objects in it. */
export function TypeOf({ schema }: { schema: ApiSchema }) {
  return (
    <p className="text-muted wrap-anywhere">
      {typeWords(schema).map(({ text, object }, at) =>
        object === undefined ? (
          <span key={at}>{text}</span>
        ) : (
          <a key={at} href={`#${object}`} className="text-blue underline underline-offset-2">
            {text}
          </a>
        ),
      )}
    </p>
  );
}
