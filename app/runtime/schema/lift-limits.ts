import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { lookUp } from './schema-closure.ts';
import { StepBudget, TooComplex } from './step-budget.ts';

const COMBINED = ['allOf', 'anyOf', 'oneOf'];

/**
 * The schema without limits on the list at a path: it is joined of several pages.
 *
 * @param root the schema with all definitions that its `$ref`s may lead to.
 */
export function liftLimits(
  schema: JsonObject,
  path: readonly string[],
  root: JsonObject,
): JsonObject {
  const budget = new StepBudget(MAX_LIFTING_STEPS);
  try {
    const lifted = lift(schema, path, { root, budget, followed: new Set() });
    return isJsonObject(lifted) ? lifted : schema;
  } catch (error) {
    if (error instanceof TooComplex) return schema;
    throw error;
  }
}

/** Steps for one schema: references that share their targets are written out. */
const MAX_LIFTING_STEPS = 100_000;

interface LiftingScope {
  root: JsonObject;
  budget: StepBudget;
  followed: ReadonlySet<string>;
}

function lift(schema: JsonValue, path: readonly string[], scope: LiftingScope): JsonSchema {
  if (!isJsonObject(schema)) return typeof schema === 'boolean' ? schema : true;
  scope.budget.spend(1);
  const followed = new Set(scope.followed);
  const next = { ...followReference(schema, scope.root, followed) };
  for (const keyword of COMBINED) {
    const parts = next[keyword];
    if (!Array.isArray(parts)) continue;
    next[keyword] = parts.map((part) => lift(part, path, { ...scope, followed }));
  }
  const [name, ...rest] = path;
  if (name === undefined) {
    delete next['maxItems'];
    delete next['uniqueItems'];
    return next;
  }
  const { properties } = next;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return next;
  const inner = lift(properties[name] ?? true, rest, { ...scope, followed: new Set() });
  next['properties'] = { ...properties, [name]: inner };
  return next;
}

/** The schema with the target of its reference in its place; as it is if that leads back. */
function followReference(schema: JsonObject, root: JsonObject, followed: Set<string>): JsonObject {
  const { $ref: ref, ...beside } = schema;
  if (typeof ref !== 'string' || followed.has(ref)) return schema;
  const target = lookUp(ref, root);
  if (!isJsonObject(target)) return schema;
  followed.add(ref);
  return followReference({ ...target, ...beside }, root, followed);
}
