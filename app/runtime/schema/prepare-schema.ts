import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { patternOf } from './pattern/pattern.ts';
import { lookUp } from './schema-closure.ts';

/** Keywords whose value is one schema. */
const SCHEMA_KEYWORDS = new Set([
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
/** Keywords whose value is a list of schemas. */
const LIST_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
/** Keywords whose value maps names to schemas. */
const PREPARED_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
/** Keywords that the validator reads unchanged. */
const PLAIN_KEYWORDS = new Set(
  (
    'type const enum format required dependentRequired minimum maximum ' +
    'exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems ' +
    'maxItems uniqueItems minContains maxContains minProperties maxProperties'
  ).split(' '),
);

/**
 * A copy of a schema that is safe for the validator, which writes marks into schemas, takes unknown keywords
 * for schemas, and throws on a `$ref` without a target or an invalid pattern. Those constraints are dropped:
 * the API itself has the last word.
 *
 * @param root schema in which `$ref`s are resolved: the schema itself, or the one it is part of.
 * @param refs receives the `$ref`s that were kept.
 */
export function prepareSchema(schema: JsonObject, root: JsonObject, refs: Set<string>): JsonObject {
  const copy: JsonObject = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    const prepared = value === undefined ? undefined : prepareKeyword(keyword, value, root, refs);
    if (prepared !== undefined) copy[keyword] = prepared;
  }
  return copy;
}

function prepare(schema: JsonValue, root: JsonObject, refs: Set<string>): JsonSchema {
  if (isJsonObject(schema)) return prepareSchema(schema, root, refs);
  return typeof schema === 'boolean' ? schema : true;
}

function prepareKeyword(
  keyword: string,
  value: JsonValue,
  root: JsonObject,
  refs: Set<string>,
): JsonValue | undefined {
  if (PLAIN_KEYWORDS.has(keyword)) return value;
  if (SCHEMA_KEYWORDS.has(keyword)) return prepare(value, root, refs);
  if (LIST_KEYWORDS.has(keyword)) {
    return Array.isArray(value) ? value.map((item) => prepare(item, root, refs)) : undefined;
  }
  if (PREPARED_MAPS.has(keyword)) return prepareMap(keyword, value, root, refs);
  // Kept for error messages.
  if (keyword === 'description') return typeof value === 'string' ? value : undefined;
  if (keyword === '$ref' && typeof value === 'string' && isUsableRef(value, root)) {
    refs.add(value);
    return value;
  }
  if (keyword === 'pattern') return isPattern(value) ? value : undefined;
  return undefined;
}

function prepareMap(
  keyword: string,
  value: JsonValue,
  root: JsonObject,
  refs: Set<string>,
): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).filter(
    ([name]) => keyword !== 'patternProperties' || isPattern(name),
  );
  return Object.fromEntries(entries.map(([name, item]) => [name, prepare(item, root, refs)]));
}

/** A chain of `$ref`s that leads back to itself would never end. */
function isUsableRef(ref: JsonValue, root: JsonObject): boolean {
  const seen = new Set<JsonValue>();
  for (let next: JsonValue | undefined = ref; next !== undefined;) {
    if (typeof next !== 'string' || seen.has(next)) return false;
    seen.add(next);
    const target: JsonSchema | null = lookUp(next, root);
    if (target === null) return false;
    next = isJsonObject(target) ? target['$ref'] : undefined;
  }
  return true;
}

function isPattern(value: JsonValue): boolean {
  return typeof value === 'string' && patternOf(value) !== null;
}
