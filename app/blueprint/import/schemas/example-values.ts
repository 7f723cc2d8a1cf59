import { isObject, own } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

/** Maximum number of examples of one schema. */
const MAX_EXAMPLES = 5;

/** The example values of a schema, in the notations of all versions. */
export function exampleValues(schema: JsonObject): JsonValue[] {
  const values: JsonValue[] = [];
  for (const key of ['example', 'x-example']) {
    const value = own(schema, key);
    if (value !== undefined) values.push(value);
  }
  for (const key of ['examples', 'x-examples']) {
    const list = own(schema, key);
    if (Array.isArray(list)) values.push(...list.slice(0, MAX_EXAMPLES));
    else if (isObject(list))
      values.push(...Object.values(list).slice(0, MAX_EXAMPLES).map(valueOf));
  }
  return values.slice(0, MAX_EXAMPLES);
}

/** A map of examples contains Example Objects, though a schema should have plain values. */
function valueOf(example: JsonValue): JsonValue {
  const value = isObject(example) ? own(example, 'value') : undefined;
  return value === undefined ? example : value;
}
