import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { resolveRefs } from './schema-closure.ts';

const MAX_LISTED_VALUES = 20;
const MAX_VALUE_LENGTH = 80;

/** Short description of a schema: `an integer`, `one of "asc", "desc"`, `a list of strings`. */
export function describeSchema(schema: JsonSchema, root: JsonObject): string {
  const resolved = resolveRefs(schema, root);
  if (!isJsonObject(resolved)) return 'a value';
  if (resolved['const'] !== undefined) return printValue(resolved['const']);
  if (Array.isArray(resolved['enum'])) return `one of ${listValues(resolved['enum'])}`;
  const choice = resolved['anyOf'] ?? resolved['oneOf'];
  if (resolved['type'] === undefined && Array.isArray(choice)) {
    const texts = choice.map((item) =>
      describeSchema(isJsonObject(item) || typeof item === 'boolean' ? item : true, root),
    );
    return [...new Set(texts)].join(' or ');
  }
  const text = describeType(resolved['type']);
  return typeof resolved['format'] === 'string' ? `${text} (${resolved['format']})` : text;
}

const TYPE_NAMES: { [type: string]: string } = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Words for the `type` keyword. */
export function describeType(type: JsonValue | undefined): string {
  const types = Array.isArray(type) ? type : [type ?? ''];
  return types
    .map((name) => (typeof name === 'string' ? TYPE_NAMES[name] : null) ?? 'a value')
    .join(' or ');
}

/** A value as JSON, truncated if long. */
export function printValue(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`;
}

/** Allowed values, with a count of those omitted. */
export function listValues(values: readonly JsonValue[]): string {
  const shown = values.slice(0, MAX_LISTED_VALUES).map(printValue).join(', ');
  const rest = values.length - MAX_LISTED_VALUES;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
