import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

/** Keywords that only a check needs: a refused call names the place and the bound. */
const UNTOLD: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'propertyNames',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);

/**
 * Marks a field that models are not told, since another one says the same, or only the built-in builder
 * uses it: `.meta(UNTOLD_FIELD)`.
 */
export const UNTOLD_FIELD = { untold: true };

/**
 * The schema of a tool's input as a model reads it, in every request: fields, types, choices and what is
 * said of them. Objects inside keep their fields, for there are providers that refuse those without, or
 * take no others.
 */
export function toModelSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (UNTOLD.has(keyword) || (keyword === 'default' && isEmpty(value))) return [];
      return [[keyword, keyword === 'properties' ? toFields(value) : toTold(value)]];
    }),
  );
}

/** Names of fields are no keywords. */
function toFields(fields: JsonValue): JsonValue {
  if (!isJsonObject(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isTold(field) ? [[name, toTold(field)]] : [],
    ),
  );
}

/** Whether models are told of a field. */
export function isTold(field: JsonValue): boolean {
  return !isJsonObject(field) || field['untold'] !== true;
}

function toTold(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(toTold);
  return isJsonObject(value) ? toModelSchema(value) : value;
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
