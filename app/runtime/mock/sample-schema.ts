import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { hasFormat as isOfFormat } from '../schema/check/value-rules.ts';
import { flattenSchema } from '../schema/flatten-schema.ts';
import { StepBudget } from '../schema/step-budget.ts';
import { sampleNumber } from './sample-number.ts';
import { sampleString } from './sample-string.ts';

/** Objects nested deeper than this get only their required properties. */
const MAX_OPTIONAL_DEPTH = 5;
/** So do all objects after this many values: documents like Kubernetes' would never end. */
const MAX_VALUES = 2_000;
/** Limit for required properties, too. */
const MAX_DEPTH = 24;
/** Limit for all steps of one sample; without a sample, its example or nothing is used. */
const MAX_STEPS = 50_000;
/** Characters of texts and examples that count as a step. */
const CHARACTERS = 64;

interface Sampling {
  root: JsonObject;
  withOptional: boolean;
  valuesLeft: number;
  budget: StepBudget;
}

/**
 * Makes a value that a schema accepts, always the same: its own example, default or constant, else one made
 * from type, format, bounds and pattern. A cycle ends at an optional part.
 *
 * @param definitions targets of `#/$defs/…` besides the schema's own.
 * @returns undefined if no value was found.
 */
export function sampleSchema(
  schema: JsonSchema,
  definitions: { [name: string]: JsonSchema },
  options: { withOptional: boolean },
): JsonValue | undefined {
  const own = isJsonObject(schema) ? schema : {};
  // Merged only if both have some: a document may have thousands.
  const $defs = isJsonObject(own['$defs']) ? { ...definitions, ...own['$defs'] } : definitions;
  const root: JsonObject = { ...own, $defs };
  const sampling: Sampling = {
    root,
    withOptional: options.withOptional,
    valuesLeft: MAX_VALUES,
    budget: new StepBudget(MAX_STEPS),
  };
  return sample(schema, sampling, new Set(), 0);
}

function sample(
  source: JsonSchema,
  sampling: Sampling,
  path: ReadonlySet<string>,
  depth: number,
): JsonValue | undefined {
  const flat =
    depth > MAX_DEPTH ? null : flattenSchema(source, sampling.root, path, sampling.budget);
  if (flat === null) return undefined;
  sampling.valuesLeft -= 1;
  const { schema, refs } = flat;
  const type = typeOf(schema);
  const given = givenValues(schema).find(
    (value) => hasType(value, schema['type']) && hasFormat(value, schema['format']),
  );
  if (given !== undefined) return isAffordable(given, sampling) ? given : undefined;
  switch (type) {
    case 'object':
      return sampleObject(schema, sampling, refs, depth);
    case 'array':
      return sampleList(schema, sampling, refs, depth);
    case 'string': {
      const text = sampleString(schema);
      return isAffordable(text, sampling) ? text : undefined;
    }
    case 'integer':
    case 'number':
      return sampleNumber(schema, type);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** A long example in a list of thousands would be more text than there is memory. */
function isAffordable(value: JsonValue, { budget }: Sampling): boolean {
  if (typeof value !== 'string' && typeof value !== 'object') return true;
  const { length } = typeof value === 'string' ? value : JSON.stringify(value);
  return budget.canSpend(length / CHARACTERS);
}

function givenValues(schema: JsonObject): JsonValue[] {
  const { examples, default: usual, const: only, enum: allowed } = schema;
  if (only !== undefined) return [only];
  const values = [
    ...(Array.isArray(examples) ? examples : []),
    ...(usual === undefined || usual === null ? [] : [usual]),
  ];
  if (!Array.isArray(allowed)) return values;
  return [...values.filter((value) => allowed.includes(value)), ...allowed];
}

function typeOf(schema: JsonObject): JsonValue {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((name) => name !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return 'array';
  if (['pattern', 'format', 'minLength', 'maxLength'].some((word) => word in schema))
    return 'string';
  return ['minimum', 'maximum', 'multipleOf'].some((word) => word in schema) ? 'number' : 'object';
}

/** Examples often have another type than their schema: `"5"` for a number. */
function hasType(value: JsonValue, type: JsonValue | undefined): boolean {
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number') {
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  }
  return types.includes(typeof value);
}

/** Examples often have another format, too: a date-time for a date. */
function hasFormat(value: JsonValue, name: JsonValue | undefined): boolean {
  if (typeof value !== 'string' || typeof name !== 'string') return true;
  return isOfFormat(value, name);
}

function sampleObject(
  schema: JsonObject,
  sampling: Sampling,
  refs: ReadonlySet<string>,
  depth: number,
): JsonObject | undefined {
  const { properties, required, additionalProperties, minProperties } = schema;
  const known = isJsonObject(properties) ? properties : {};
  const needed = new Set(Array.isArray(required) ? required.map(String) : []);
  const object: JsonObject = {};
  for (const name of new Set([...Object.keys(known), ...needed])) {
    const isOptional = !needed.has(name);
    const isWanted = sampling.withOptional && depth < MAX_OPTIONAL_DEPTH && sampling.valuesLeft > 0;
    if (isOptional && !isWanted) continue;
    const value = sample(toSchema(known[name] ?? additionalProperties), sampling, refs, depth + 1);
    if (value !== undefined) object[name] = value;
    else if (!isOptional) return undefined;
  }
  const least = Number(minProperties) || 0;
  for (const [name, property] of Object.entries(known)) {
    if (Object.keys(object).length >= least) break;
    if (Object.hasOwn(object, name)) continue;
    const value = sample(toSchema(property), sampling, refs, depth + 1);
    if (value !== undefined) object[name] = value;
  }
  const missing = least - Object.keys(object).length;
  const isMap =
    isJsonObject(additionalProperties) && sampling.withOptional && properties === undefined;
  for (let index = 0; index < Math.max(missing, isMap ? 1 : 0); index += 1) {
    const value = sample(toSchema(additionalProperties), sampling, refs, depth + 1);
    if (value === undefined) break;
    object[index === 0 ? 'key' : `key${index + 1}`] = value;
  }
  return object;
}

function sampleList(
  schema: JsonObject,
  sampling: Sampling,
  refs: ReadonlySet<string>,
  depth: number,
): JsonValue[] | undefined {
  const { items, prefixItems, minItems, maxItems, uniqueItems } = schema;
  const least = Number(minItems) || 0;
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  const wanted = sampling.withOptional || least > 0 ? Math.max(least, first.length, 1) : 0;
  const count = Math.min(wanted, maxItems === undefined ? wanted : Number(maxItems));
  const list: JsonValue[] = [];
  for (let index = 0; index < count; index += 1) {
    const itemSchema = toSchema(first[index] ?? items);
    const value = sample(itemSchema, sampling, refs, depth + 1);
    if (value === undefined) break;
    list.push(uniqueItems === true && index > 0 ? vary(value, itemSchema, index) : value);
  }
  return list.length < least ? undefined : list;
}

/** Another value of the same kind, for lists with unique items. */
function vary(value: JsonValue, schema: JsonSchema, index: number): JsonValue {
  const allowed = isJsonObject(schema) ? schema['enum'] : undefined;
  if (Array.isArray(allowed)) return allowed[index % allowed.length] ?? value;
  if (typeof value === 'number') return value + index;
  if (typeof value !== 'string') return value;
  // Ids of digits may not begin with a zero.
  return /^\d{1,30}$/.test(value) ? String(BigInt(value) + BigInt(index)) : `${value}${index}`;
}

function toSchema(value: JsonValue | undefined): JsonSchema {
  return isJsonObject(value) ? value : value !== false;
}
