import { useState } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { withDefinitions } from '#app/runtime/schema/schema-closure.ts';
import { CodeView } from '#app/ui/code/code-view.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import type { ParameterRow } from './parameter-rows.ts';
import { ParameterTable } from './parameter-table.tsx';

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON Schema' },
] as const;

/** The input or output of a tool: a table to read, and the schema itself one click away. */
export function SchemaSection({
  title,
  none,
  rows,
  schema,
  definitions,
}: {
  title: string;
  /** Says that there are no rows. */
  none: string;
  rows: readonly ParameterRow[];
  schema: JsonObject;
  definitions: Blueprint['definitions'];
}) {
  const [view, setView] = useState<'table' | 'json'>('table');
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3>{title}</h3>
        <Segmented label={`${title} as`} value={view} options={VIEWS} onChange={setView} />
      </div>
      {view === 'json' ? (
        <CodeView
          label={`JSON Schema of ${title.toLowerCase()}`}
          language="json"
          text={JSON.stringify(withDefinitions(schema, definitions), null, 2)}
          className="max-h-120"
        />
      ) : rows.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <ParameterTable label={title} rows={rows} definitions={definitions} />
      )}
    </section>
  );
}
