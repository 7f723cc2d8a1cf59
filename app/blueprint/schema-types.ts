import type { JsonObject } from '#app/runtime/json.ts';

/** Whether a schema allows the type, alone or beside others such as `null`. */
export function hasType({ type }: JsonObject, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

/** Whether a schema allows numbers, so that bounds are meaningful. */
export function takesNumber(schema: JsonObject): boolean {
  return hasType(schema, 'integer') || hasType(schema, 'number');
}
