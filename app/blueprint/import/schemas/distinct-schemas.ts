import type { JsonSchema } from '#app/runtime/definition.ts';

/** Schemas without those that are written like an earlier one. */
export function distinctSchemas(schemas: JsonSchema[]): JsonSchema[] {
  // Most lists have one entry, and writing a large schema takes its time.
  if (schemas.length < 2) return schemas;
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
