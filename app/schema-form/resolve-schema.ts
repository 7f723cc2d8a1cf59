import type { JsonObject, JsonSchema } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { lookUp } from '#app/runtime/schema/schema-closure.ts';

import { mergeSchemas } from './merge-schemas.ts';
import type { SchemaRoot } from './schema-root.ts';

/** Schemas that one is made of: each `allOf` may refer to several, which do so again. */
const MAX_PARTS = 300;

interface Resolving {
  root: SchemaRoot;
  partsLeft: number;
}

/**
 * The schema with its own `$ref` followed and its `allOf` merged, one level deep. A reference back to where it
 * came from adds nothing; one that leads nowhere stays in the schema as its `$ref`.
 */
export function resolveSchema(schema: JsonSchema, root: SchemaRoot): JsonObject {
  return resolvePart(schema, new Set(), { root, partsLeft: MAX_PARTS });
}

function resolvePart(
  schema: JsonSchema,
  path: ReadonlySet<string>,
  resolving: Resolving,
): JsonObject {
  if (!isJsonObject(schema)) return schema ? {} : { not: {} };
  resolving.partsLeft -= 1;
  if (resolving.partsLeft < 0) return {};
  const { $ref, allOf, ...own } = schema;
  const parts: JsonObject[] = [];
  if (typeof $ref === 'string' && !path.has($ref)) {
    const target = lookUp($ref, resolving.root);
    parts.push(
      target === null ? { $ref } : resolvePart(target, new Set([...path, $ref]), resolving),
    );
  }
  for (const part of Array.isArray(allOf) ? allOf : []) {
    if (isJsonObject(part) || part === false) parts.push(resolvePart(part, path, resolving));
  }
  return parts.length === 0 ? own : mergeSchemas(parts.reduce(mergeSchemas), own);
}
