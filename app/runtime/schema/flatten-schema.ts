import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { lookUp } from './schema-closure.ts';
import { StepBudget, TooComplex } from './step-budget.ts';

/** Steps for one schema; one of a real document takes some hundred. */
const MAX_FLATTENING_STEPS = 5_000;

/** A schema without `$ref` and combinators at its root, and the `$ref`s that were followed. */
export interface FlatSchema {
  schema: JsonObject;
  refs: ReadonlySet<string>;
}

/**
 * Merges a schema with its `$ref`s, its `allOf` and one alternative of each choice.
 *
 * @param refs `$ref`s already being followed: meeting one again is a cycle.
 * @returns null if a cycle cannot be avoided, if nothing is valid, or if it takes too many steps.
 */
export function flattenSchema(
  schema: JsonSchema,
  root: JsonObject,
  refs: ReadonlySet<string>,
  budget = new StepBudget(MAX_FLATTENING_STEPS),
): FlatSchema | null {
  try {
    return flatten(schema, root, refs, budget);
  } catch (error) {
    if (error instanceof TooComplex) return null;
    throw error;
  }
}

function flatten(
  schema: JsonSchema,
  root: JsonObject,
  refs: ReadonlySet<string>,
  budget: StepBudget,
): FlatSchema | null {
  budget.spend(1);
  if (schema === false) return null;
  if (schema === true) return { schema: {}, refs };
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  let flat: FlatSchema = { schema: own, refs };
  if (typeof $ref === 'string') {
    const target = refs.has($ref) ? null : lookUp($ref, root);
    const followed =
      target === null ? null : flatten(target, root, new Set([...refs, $ref]), budget);
    if (followed === null) return null;
    flat = { schema: merge(followed.schema, flat.schema), refs: followed.refs };
  }
  for (const part of toSchemaList(allOf)) {
    const added = flatten(part, root, flat.refs, budget);
    if (added === null) return null;
    flat = { schema: merge(flat.schema, added.schema), refs: union(flat.refs, added.refs) };
  }
  for (const choices of [anyOf, oneOf]) {
    if (choices === undefined || isJsonObject(choices)) continue;
    const chosen = choose(toSchemaList(choices), root, flat.refs, budget);
    if (chosen === null) return null;
    flat = { schema: merge(flat.schema, chosen.schema), refs: union(flat.refs, chosen.refs) };
  }
  return flat;
}

/** The first alternative other than null, which is chosen only if there is nothing else. */
function choose(
  choices: JsonSchema[],
  root: JsonObject,
  refs: ReadonlySet<string>,
  budget: StepBudget,
): FlatSchema | null {
  const flats = choices
    .map((choice) => flatten(choice, root, refs, budget))
    .filter((flat) => flat !== null);
  return flats.find(({ schema }) => schema['type'] !== 'null') ?? flats[0] ?? null;
}

/** Merges two schemas; both apply to properties that they share. */
function merge(a: JsonObject, b: JsonObject): JsonObject {
  const merged: JsonObject = { ...a, ...b };
  if (isJsonObject(a['properties']) && isJsonObject(b['properties'])) {
    const properties: JsonObject = { ...a['properties'] };
    for (const [name, schema] of Object.entries(b['properties'])) {
      const first = properties[name];
      properties[name] = first === undefined ? schema : { allOf: [first, schema] };
    }
    merged['properties'] = properties;
  }
  if (Array.isArray(a['required']) && Array.isArray(b['required'])) {
    merged['required'] = [...new Set([...a['required'], ...b['required']])];
  }
  if (Array.isArray(a['enum']) && Array.isArray(b['enum'])) {
    const allowed = new Set(b['enum']);
    merged['enum'] = a['enum'].filter((value) => allowed.has(value));
  }
  return merged;
}

function toSchemaList(value: JsonValue | undefined): JsonSchema[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item) => isJsonObject(item) || typeof item === 'boolean');
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a, ...b]);
}
