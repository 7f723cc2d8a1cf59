import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { isObject } from '#app/blueprint/import/json-object.ts';
import { isBarePlaceholder } from './placeholders.ts';

/** Levels of an example that are looked at. */
const MAX_DEPTH = 12;

/**
 * A schema that all these values have. One example says nothing of what may be missing or else be
 * there, so nothing is required and nothing is closed.
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
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = objects.flatMap((object) =>
        Object.hasOwn(object, name) ? [object[name] ?? null] : [],
      );
      return [name, inferSchema(values, depth + 1)];
    }),
  );
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** What a text of a query, path or form is meant as: `20` a number, `true` a yes, else a text. */
export function readScalar(text: string): JsonValue {
  if (text === 'true' || text === 'false') return text === 'true';
  // A leading zero or fifteen digits and more would not survive being a number.
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}
