import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import type { PathTree } from '../tools/response-paths.ts';
import { isMatch } from './pattern/pattern.ts';
import { createRefLookup, lookUp, reachedDefinitions } from './schema-closure.ts';
import { StepBudget, TooComplex } from './step-budget.ts';

/** Keywords that say something of one value as a whole, and hold for a part of it as well. */
const STAYING = new Set(
  (
    '$schema $id $comment type title description deprecated readOnly writeOnly ' +
    'minItems maxItems'
  ).split(' '),
);

/**
 * The schema of values that were cut to a tree of paths: other properties and what is said of all of them are
 * gone, the rest is as it was.
 *
 * @param root the schema with all definitions that its `$ref`s may lead to.
 */
export function narrowSchema(schema: JsonObject, tree: PathTree, root: JsonObject): JsonObject {
  const budget = new StepBudget(MAX_NARROWING_STEPS);
  const narrowed = narrowWithin(schema, tree, { root, budget, followed: new Set() });
  const result: JsonObject = isJsonObject(narrowed) ? { ...narrowed } : {};
  const own = schema['$defs'];
  const definitions = isJsonObject(own) ? toSchemaMap(own) : {};
  const refs = createRefLookup({ ...toSchemaMap(root['$defs']), '': result });
  const names = [...reachedDefinitions(result, toSchemaMap(root['$defs']), refs)];
  // A `$ref` into the schema as it was has lost its target.
  if (['', ...names].some((name) => refs(name).isBound)) return { type: 'object' };
  const left = names.filter((name) => Object.hasOwn(definitions, name));
  if (left.length === 0) return result;
  return {
    ...result,
    $defs: Object.fromEntries(left.map((name) => [name, definitions[name] ?? true])),
  };
}

function toSchemaMap(definitions: JsonValue | undefined): { [name: string]: JsonSchema } {
  if (!isJsonObject(definitions)) return {};
  const entries = Object.entries(definitions).filter(
    (entry): entry is [string, JsonSchema] =>
      isJsonObject(entry[1]) || typeof entry[1] === 'boolean',
  );
  return Object.fromEntries(entries);
}

/** Steps for one schema: references that share their targets are written out. */
const MAX_NARROWING_STEPS = 100_000;

interface NarrowingScope {
  root: JsonObject;
  budget: StepBudget;
  /** `$ref`s that were followed since the last property: meeting one again is a cycle. */
  followed: ReadonlySet<string>;
}

/** The schema of any value where it takes too many steps to tell. */
function narrowWithin(schema: JsonObject, tree: PathTree, scope: NarrowingScope): JsonSchema {
  try {
    return narrow(schema, tree, scope);
  } catch (error) {
    if (error instanceof TooComplex) return { type: 'object' };
    throw error;
  }
}

function narrow(schema: JsonValue, tree: PathTree, scope: NarrowingScope): JsonSchema {
  scope.budget.spend(1);
  if (!isJsonObject(schema)) return typeof schema === 'boolean' ? schema : true;
  const entries = Object.entries(schema).filter(([keyword]) => STAYING.has(keyword));
  const narrowed: JsonObject = Object.fromEntries(entries);
  const each = (part: JsonValue) => narrow(part, tree, scope);
  const { $ref: ref } = schema;
  const parts = [
    ...listOf(schema['allOf']).map(each),
    ...(typeof ref === 'string' ? [narrowReferenced(ref, tree, scope)] : []),
    // Parts of different things may look alike, so one of several is any of them.
    ...[schema['anyOf'], schema['oneOf']].flatMap((choices) =>
      Array.isArray(choices) ? [{ anyOf: choices.map(each) }] : [],
    ),
  ];
  const all = parts.filter((part) => part !== true);
  if (schema['items'] !== undefined) narrowed['items'] = each(schema['items']);
  if (Array.isArray(schema['prefixItems']))
    narrowed['prefixItems'] = schema['prefixItems'].map(each);
  addProperties(narrowed, schema, tree, scope);
  const [only] = all;
  if (all.length === 0) return narrowed;
  const isAlone = all.length === 1 && isJsonObject(only) && !sharesKeyword(only, narrowed);
  return isAlone ? { ...only, ...narrowed } : { ...narrowed, allOf: all };
}

/** Texts beside a `$ref` replace those of its target; anything else has to hold beside it. */
function sharesKeyword(one: JsonObject, other: JsonObject): boolean {
  return Object.keys(other).some(
    (keyword) => Object.hasOwn(one, keyword) && keyword !== 'title' && keyword !== 'description',
  );
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function narrowReferenced(ref: string, tree: PathTree, scope: NarrowingScope): JsonSchema {
  const { root, followed } = scope;
  const target = followed.has(ref) ? null : lookUp(ref, root);
  if (target === null) return true;
  return narrow(target, tree, { ...scope, followed: new Set([...followed, ref]) });
}

function addProperties(
  narrowed: JsonObject,
  schema: JsonObject,
  tree: PathTree,
  scope: NarrowingScope,
): void {
  const { required, additionalProperties: others } = schema;
  const properties: [string, JsonSchema][] = [];
  for (const [name, inner] of tree) {
    const property = propertySchema(schema, name);
    if (property === undefined) continue;
    const whole = typeof property === 'boolean' || isJsonObject(property) ? property : true;
    properties.push([
      name,
      inner === null ? whole : narrow(whole, inner, { ...scope, followed: new Set() }),
    ]);
  }
  const needed = listOf(required).filter((name) => typeof name === 'string' && tree.has(name));
  if (properties.length > 0) narrowed['properties'] = Object.fromEntries(properties);
  if (needed.length > 0) narrowed['required'] = needed;
  if (others === false) narrowed['additionalProperties'] = false;
}

/** Schema of a property of that name; undefined where the schema says nothing of it. */
function propertySchema(schema: JsonObject, name: string): JsonValue | undefined {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  if (isJsonObject(patternProperties)) {
    const pattern = Object.keys(patternProperties).find((each) => isMatch(each, name));
    if (pattern !== undefined) return patternProperties[pattern];
  }
  return isJsonObject(additionalProperties) ? additionalProperties : undefined;
}
