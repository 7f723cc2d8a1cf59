import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { isJsonObject, valueOf, type JsonObject, type JsonSchema } from '#app/runtime/json.ts';
import { lookUp } from '#app/runtime/schema/schema-closure.ts';
import type { StepBudget } from '#app/runtime/schema/step-budget.ts';

import { namedProperties } from './schema-types.ts';
import { isWords, mergeWords } from './schema-words.ts';

/** Keywords that say something of the properties or items that stand beside them. */
const NEIGHBOURS = [
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'items',
  'prefixItems',
  'if',
  'then',
  'else',
];
/** A condition that nothing fulfils. */
const NOTHING: JsonObject = { not: {} };

/**
 * A schema with what its `$ref` and its `allOf` say written into it, as far as that accepts the same values;
 * what cannot be merged stays in `allOf`.
 */
export function flattenConditions(
  schema: JsonSchema,
  root: JsonObject,
  budget: Pick<StepBudget, 'spend'>,
  seen: ReadonlySet<string> = new Set(),
): JsonObject {
  budget.spend(1);
  if (typeof schema === 'boolean') return schema ? {} : NOTHING;
  const { $ref: ref, allOf, $defs: _, ...own } = schema;
  let flat: JsonObject = own;
  const left: JsonSchema[] = [];
  const add = (part: JsonSchema, followed: ReadonlySet<string>) => {
    const { allOf: more, ...inner } = flattenConditions(part, root, budget, followed);
    const merged = merge(inner, flat);
    if (merged === null) left.push(inner);
    else flat = merged;
    if (Array.isArray(more)) left.push(...more.filter(isSchema));
  };
  if (typeof ref === 'string') {
    const target = seen.has(ref) ? null : lookUp(ref, root);
    if (target === null) left.push({ $ref: ref });
    else add(target, new Set([...seen, ref]));
  }
  for (const part of Array.isArray(allOf) ? allOf.filter(isSchema) : []) add(part, seen);
  return left.length === 0 ? flat : { ...flat, allOf: left };
}

/** Whether a schema that was merged refuses every value. */
export function acceptsNothing({ not }: JsonObject): boolean {
  return not === true || isSameJson(not, {});
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** A schema that accepts what both accept; null where they cannot be written as one. */
function merge(one: JsonObject, other: JsonObject): JsonObject | null {
  const keywords = Object.keys(one);
  const saysOnlyWords = [one, other].some((each) => Object.keys(each).every(isWords));
  const hasNeighbours = [one, other].some((each) =>
    NEIGHBOURS.some((keyword) => each[keyword] !== undefined),
  );
  if (!saysOnlyWords && hasNeighbours) return null;
  const merged: JsonObject = { ...other };
  for (const keyword of keywords) {
    const [left, right] = [one[keyword], other[keyword]];
    if (left === undefined) continue;
    if (right === undefined || isSameJson(left, right)) merged[keyword] = left;
    else if (keyword === 'properties') merged[keyword] = mergeProperties(one, other);
    else if (keyword === 'required' && Array.isArray(left) && Array.isArray(right)) {
      merged[keyword] = [...new Set([...left, ...right])];
    } else if (isWords(keyword)) merged[keyword] = mergeWords(left, right);
    else return null;
  }
  return merged;
}

function mergeProperties(one: JsonObject, other: JsonObject): JsonObject {
  const [left, right] = [namedProperties(one), namedProperties(other)];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const both = [valueOf(left, name), valueOf(right, name)].filter((each) => each !== undefined);
      const [first = true, second] = both;
      return [name, second === undefined || isSameJson(first, second) ? first : { allOf: both }];
    }),
  );
}
