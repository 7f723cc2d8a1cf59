import type { JsonSchema } from '#app/runtime/definition.ts';

/** Schemas without textual duplicates. */
export function distinctSchemas(schemas: JsonSchema[]): JsonSchema[] {
  // Most lists have one entry, and serializing a large schema takes time.
  if (schemas.length < 2) return schemas;
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
