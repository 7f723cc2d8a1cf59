import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';

const HIGHEST = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const LOWEST = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'propertyNames', 'contains']);
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/**
 * One schema for values that fit both, as far as a form shows it: what cannot be said in one keyword is left to
 * the validator, and words come from the second.
 */
export function mergeSchemas(first: JsonObject, second: JsonObject): JsonObject {
  const merged: JsonObject = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    const before = valueOf(first, keyword);
    merged[keyword] = before === undefined ? value : mergeKeyword(keyword, before, value);
  }
  return merged;
}

function mergeKeyword(keyword: string, before: JsonValue, value: JsonValue): JsonValue {
  if (SCHEMA_MAPS.has(keyword)) return mergeMaps(before, value);
  if (SCHEMAS.has(keyword)) return both(before, value);
  if (typeof before === 'number' && typeof value === 'number') {
    if (HIGHEST.has(keyword)) return Math.max(before, value);
    if (LOWEST.has(keyword)) return Math.min(before, value);
  }
  switch (keyword) {
    case 'required':
      return [...new Set([...listOf(before), ...listOf(value)])];
    case 'type':
      return mergeTypes(before, value);
    case 'enum':
      return mergeOptions(listOf(before), listOf(value));
    case 'prefixItems':
      return mergePrefixes(listOf(before), listOf(value));
    case 'oneOf':
    case 'anyOf':
      // A picker inside of each alternative.
      return listOf(before).map((option) => ({ allOf: [option, { [keyword]: value }] }));
    default:
      return value;
  }
}

function mergeMaps(before: JsonValue, value: JsonValue): JsonValue {
  if (!isJsonObject(before) || !isJsonObject(value)) return value;
  const names = [...new Set([...Object.keys(before), ...Object.keys(value)])];
  return Object.fromEntries(
    names.map((name) => {
      const one = valueOf(before, name);
      const other = valueOf(value, name);
      return [
        name,
        one === undefined ? (other ?? true) : other === undefined ? one : both(one, other),
      ];
    }),
  );
}

/** A schema for what fits two. */
function both(one: JsonValue, other: JsonValue): JsonValue {
  if (one === false || other === false) return false;
  if (!isJsonObject(one)) return other;
  if (!isJsonObject(other)) return one;
  return one === other ? one : { allOf: [one, other] };
}

function mergeTypes(before: JsonValue, value: JsonValue): JsonValue {
  const after = typesOf(value);
  const types = typesOf(before).flatMap((type) => {
    if (after.includes(type)) return [type];
    const isWhole = type === 'integer' && after.includes('number');
    return isWhole || (type === 'number' && after.includes('integer')) ? ['integer'] : [];
  });
  const [only] = types;
  if (only === undefined) return value;
  return types.length === 1 ? only : types;
}

function typesOf(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

function mergeOptions(before: readonly JsonValue[], value: JsonValue[]): JsonValue {
  const texts = new Set(before.map((option) => JSON.stringify(option)));
  const shared = value.filter((option) => texts.has(JSON.stringify(option)));
  return shared.length > 0 ? shared : value;
}

function mergePrefixes(before: readonly JsonValue[], value: readonly JsonValue[]): JsonValue {
  return Array.from({ length: Math.max(before.length, value.length) }, (_, index) =>
    both(before[index] ?? true, value[index] ?? true),
  );
}

function listOf(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
