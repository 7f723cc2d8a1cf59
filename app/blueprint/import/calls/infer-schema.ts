import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { isObject, put } from '#app/blueprint/import/json-object.ts';
import { isBarePlaceholder } from './placeholders.ts';

/** Maximum depth of an example that is inspected. */
const MAX_DEPTH = 12;
/** Maximum number of properties and items that are inspected: names that are ids have no end. */
const MAX_PROPERTIES = 200;

/**
 * A schema that all these values match. Examples do not show what may be missing or added, so nothing is
 * required and nothing is closed.
 */
export function inferSchema(values: readonly JsonValue[], depth = 0): JsonObject {
  const known = values.filter((value) => !(typeof value === 'string' && isBarePlaceholder(value)));
  const types = [...new Set(known.map(typeOf))];
  if (types.length === 0 || depth > MAX_DEPTH) return {};
  const isNumber = types.length === 2 && types.includes('integer') && types.includes('number');
  const type = isNumber ? 'number' : types.length === 1 ? types[0] : types;
  if (types.length === 1 && types[0] === 'null') return {};
  const objects = known.filter((value) => isObject(value));
  const lists = known.filter((value) => Array.isArray(value));
  return {
    type: type ?? 'string',
    ...(objects.length > 0 ? { properties: inferProperties(objects, depth) } : {}),
    ...(lists.length > 0 ? { items: inferSchema(lists.flat(), depth + 1) } : {}),
  };
}

function inferProperties(objects: readonly JsonObject[], depth: number): JsonObject {
  const values = new Map<string, JsonValue[]>();
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      const known = values.get(name);
      if (known) known.push(value);
      else if (values.size < MAX_PROPERTIES) values.set(name, [value]);
    }
  }
  const properties: JsonObject = {};
  for (const [name, given] of values) put(properties, name, inferSchema(given, depth + 1));
  return properties;
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Type of a text in a query, path or form: `20` is a number, `true` a boolean, else a string. */
export function readScalar(text: string): JsonValue {
  if (text === 'true' || text === 'false') return text === 'true';
  // `7.0` is a version and `007` a name: only canonical numbers count.
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) && String(Number(text)) === text
    ? Number(text)
    : text;
}
