import { isJsonObject } from '../../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import { patternOf } from '../pattern/pattern.ts';
import { toSchema, toSchemas } from './check-run.ts';
import type { CheckRun } from './check-run.ts';

/** Names of properties that a schema, or one that it applies to the same value, has judged and found valid. */
export function evaluatedNames(
  schema: JsonObject,
  value: JsonObject,
  run: CheckRun,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of appliedSchemas(schema, value, run)) {
    const isOwn = part === schema;
    for (const name of Object.keys(value)) {
      run.budget.spend(1);
      const judge = judgeOf(part, name, isOwn, run);
      if (judge !== undefined && run.passes(judge, value[name] ?? null)) names.add(name);
    }
  }
  return names;
}

/** The schema of a property, if there is one; the keyword that asks has to be left out. */
function judgeOf(
  schema: JsonObject,
  name: string,
  isAsking: boolean,
  run: CheckRun,
): JsonSchema | undefined {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name))
    return toSchema(properties[name]);
  if (isJsonObject(patternProperties)) {
    const source = Object.keys(patternProperties).find(
      (each) => patternOf(each)?.matches(name, run.budget) === true,
    );
    if (source !== undefined) return toSchema(patternProperties[source]);
  }
  if (additionalProperties !== undefined) return toSchema(additionalProperties);
  return isAsking || unevaluatedProperties === undefined
    ? undefined
    : toSchema(unevaluatedProperties);
}

/** Indexes of items that a schema, or one that it applies to the same value, has judged. */
export function evaluatedIndexes(
  schema: JsonObject,
  value: JsonValue[],
  run: CheckRun,
): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const part of appliedSchemas(schema, value, run)) {
    const { prefixItems, items, contains, unevaluatedItems } = part;
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
    const isAll = items !== undefined || (part !== schema && unevaluatedItems !== undefined);
    for (const [index, item] of value.entries()) {
      run.budget.spend(1);
      const isContained = contains !== undefined && run.passes(toSchema(contains), item);
      if (isAll || index < first || isContained) indexes.add(index);
    }
  }
  return indexes;
}

/** The schema and those that it applies to the same value and that accept it, each once. */
function appliedSchemas(schema: JsonObject, value: JsonValue, run: CheckRun): Set<JsonObject> {
  const applied = new Set<JsonObject>();
  const open: JsonSchema[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    run.budget.spend(1);
    if (!isJsonObject(next) || applied.has(next)) continue;
    // The schema itself is being judged.
    if (next !== schema && !run.passes(next, value)) continue;
    applied.add(next);
    open.push(...partsOf(next, value, run));
  }
  return applied;
}

function partsOf(schema: JsonObject, value: JsonValue, run: CheckRun): JsonSchema[] {
  const { $ref, dependentSchemas } = schema;
  const target = typeof $ref === 'string' ? run.lookup[$ref] : undefined;
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => toSchemas(schema[keyword]));
  if (target !== undefined) parts.push(target);
  if (schema['if'] !== undefined) {
    const isMet = run.passes(toSchema(schema['if']), value);
    if (isMet) parts.push(toSchema(schema['if']));
    parts.push(toSchema(schema[isMet ? 'then' : 'else']));
  }
  if (isJsonObject(dependentSchemas) && isJsonObject(value)) {
    const given = Object.keys(dependentSchemas).filter((name) => Object.hasOwn(value, name));
    parts.push(...given.map((name) => toSchema(dependentSchemas[name])));
  }
  return parts;
}
