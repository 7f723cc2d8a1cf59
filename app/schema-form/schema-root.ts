import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { rewriteReferences } from './rewrite-references.ts';

/** A whole schema, whose local references are all JSON pointers from its root. */
export type SchemaRoot = JsonObject;

type Definitions = Readonly<Record<string, JsonSchema>>;

const NO_DEFINITIONS: Definitions = {};

/** Keyed by the schema, then by its shared definitions: fields look into their root at each render. */
const known = new WeakMap<JsonObject, WeakMap<Definitions, SchemaRoot>>();

/**
 * Makes a schema of any origin ready for a form. Nothing is fetched: a reference to another document stays
 * as it is, and leads nowhere.
 *
 * @param definitions targets of `#/$defs/…` besides the schema's own.
 */
export function toSchemaRoot(
  schema: JsonSchema,
  definitions: Definitions = NO_DEFINITIONS,
): SchemaRoot {
  if (!isJsonObject(schema)) return schema ? {} : { not: {} };
  const roots = known.get(schema) ?? new WeakMap<Definitions, SchemaRoot>();
  known.set(schema, roots);
  const root = roots.get(definitions) ?? withShared(rewriteReferences(schema), definitions);
  roots.set(definitions, root);
  return root;
}

function withShared(schema: JsonObject, definitions: Definitions): SchemaRoot {
  if (Object.keys(definitions).length === 0) return schema;
  const own = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  return { ...schema, $defs: { ...definitions, ...own } };
}
