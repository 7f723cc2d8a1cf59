import type { HttpAction, JsonObject, JsonSchema } from '../definition.ts';
import { isJsonObject } from '../json.ts';
import { liftLimits } from '../schema/lift-limits.ts';
import { narrowSchema } from '../schema/narrow-schema.ts';
import { pathTree, readPath } from './response-paths.ts';
import type { PathTree } from './response-paths.ts';

/** Parts of a tool that its declared output follows from. */
export interface OutputSource {
  outputSchema?: JsonObject | undefined;
  action: HttpAction | { kind: 'mcp' | 'code' };
}

type Definitions = { [name: string]: JsonSchema };

/** Keyed by the action: a schema may belong to several tools. */
const known = new WeakMap<object, JsonObject>();

/**
 * The output schema that clients see: that of the API's answer, cut to the parts that the tool keeps, and
 * without limits on a list that is joined of pages. The schema itself where nothing of it changes; undefined
 * where there is none.
 */
export function servedOutput(
  { outputSchema, action }: OutputSource,
  definitions: Definitions,
): JsonObject | undefined {
  if (outputSchema === undefined || action.kind !== 'http') return outputSchema;
  if (action.response.keep === undefined && action.pagination?.follow === undefined) {
    return outputSchema;
  }
  const served = known.get(action) ?? toServed(outputSchema, action, definitions);
  known.set(action, served);
  return served;
}

function toServed(schema: JsonObject, action: HttpAction, definitions: Definitions): JsonObject {
  const { response, pagination } = action;
  const isWrapped = response.wrap === true;
  const joined =
    pagination?.follow === undefined
      ? schema
      : liftSchema(schema, pagination.itemsPath, isWrapped, definitions);
  return response.keep === undefined
    ? joined
    : cutSchema(joined, response.keep, isWrapped, definitions);
}

/** The schema of an answer whose list is joined of several pages. */
function liftSchema(
  schema: JsonObject,
  itemsPath: string | undefined,
  isWrapped: boolean,
  definitions: Definitions,
): JsonObject {
  const { properties } = schema;
  const lists = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(
    ([name, property]) => (isJsonObject(property) && property['type'] === 'array' ? [name] : []),
  );
  const only = isWrapped ? [] : lists.slice(0, lists.length === 1 ? 1 : 0);
  const names = itemsPath === undefined ? only : (readPath(itemsPath) ?? []);
  const path = isWrapped ? ['result', ...names] : names;
  return path.length === 0 ? schema : liftLimits(schema, path, rootOf(schema, definitions));
}

function rootOf(schema: JsonObject, definitions: Definitions): JsonObject {
  const own = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  return { ...schema, $defs: { ...definitions, ...own } };
}

function cutSchema(
  schema: JsonObject,
  keep: string[],
  isWrapped: boolean,
  definitions: Definitions,
): JsonObject {
  const tree = pathTree(keep);
  const whole: PathTree = isWrapped ? new Map([['result', tree]]) : tree;
  return { ...narrowSchema(schema, whole, rootOf(schema, definitions)), type: 'object' };
}
