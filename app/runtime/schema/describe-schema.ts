import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { resolveRefs } from './schema-closure.ts';

const MAX_LISTED_VALUES = 20;
const MAX_VALUE_LENGTH = 80;
/** Alternatives of alternatives are described so deep, and so many of each. */
const MAX_DEPTH = 3;
const MAX_CHOICES = 20;

/** Short description of a schema: `an integer`, `one of "asc", "desc"`, `a list of strings`. */
export function describeSchema(schema: JsonSchema, root: JsonObject): string {
  return describe(schema, root, 0);
}

function describe(schema: JsonSchema, root: JsonObject, depth: number): string {
  const resolved = resolveRefs(schema, root);
  if (!isJsonObject(resolved) || depth > MAX_DEPTH) return 'a value';
  if (resolved['const'] !== undefined) return printValue(resolved['const']);
  if (Array.isArray(resolved['enum'])) return `one of ${listValues(resolved['enum'])}`;
  const choice = resolved['anyOf'] ?? resolved['oneOf'];
  if (resolved['type'] === undefined && Array.isArray(choice)) {
    const texts = choice
      .slice(0, MAX_CHOICES)
      .map((item) => describe(isJsonObject(item) ? item : true, root, depth + 1));
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
  const start = value === undefined ? undefined : startOf(value, { left: MAX_VALUE_LENGTH });
  const text = JSON.stringify(start) ?? 'nothing';
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`;
}

/** As much of a value as is shown, since each part takes a character at least: it may have megabytes. */
function startOf(value: JsonValue, parts: { left: number }): JsonValue {
  parts.left -= 1;
  if (parts.left < 0) return null;
  if (typeof value === 'string') return value.slice(0, MAX_VALUE_LENGTH + 1);
  if (Array.isArray(value)) {
    return value.slice(0, parts.left + 1).map((item) => startOf(item, parts));
  }
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).slice(0, parts.left + 1);
  return Object.fromEntries(names.map((name) => [name, startOf(value[name] ?? null, parts)]));
}

/** Allowed values, with a count of those omitted. */
export function listValues(values: readonly JsonValue[]): string {
  const shown = values.slice(0, MAX_LISTED_VALUES).map(printValue).join(', ');
  const rest = values.length - MAX_LISTED_VALUES;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
