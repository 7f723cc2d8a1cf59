import type { HttpAction, JsonObject, JsonSchema } from '../definition.ts';
import { isJsonObject } from '../json.ts';
import { narrowSchema } from '../schema/narrow-schema.ts';
import { pathTree } from './response-paths.ts';
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
 * The output schema that clients see: that of the API's answer, cut to the parts that the tool keeps. The
 * schema itself where all of it is kept; undefined where there is none.
 */
export function servedOutput(
  { outputSchema, action }: OutputSource,
  definitions: Definitions,
): JsonObject | undefined {
  if (outputSchema === undefined || action.kind !== 'http') return outputSchema;
  const { keep, wrap } = action.response;
  if (keep === undefined) return outputSchema;
  const served = known.get(action) ?? cutSchema(outputSchema, keep, wrap === true, definitions);
  known.set(action, served);
  return served;
}

function cutSchema(
  schema: JsonObject,
  keep: string[],
  isWrapped: boolean,
  definitions: Definitions,
): JsonObject {
  const own = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  const root = { ...schema, $defs: { ...definitions, ...own } };
  const tree = pathTree(keep);
  const whole: PathTree = isWrapped ? new Map([['result', tree]]) : tree;
  return { ...narrowSchema(schema, whole, root), type: 'object' };
}
