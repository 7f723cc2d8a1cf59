import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';
import { flattenSchema } from '#app/runtime/schema/flatten-schema.ts';

type Tool = Blueprint['tools'][number];

/**
 * The tool with the schema of its answer, or without one: an answer that is no object is served as
 * `{result: …}`, and so is its schema.
 */
export function applyOutput(
  tool: Tool,
  output: JsonObject | null,
  definitions: Blueprint['definitions'],
): Tool {
  const { outputSchema: _old, ...bare } = tool;
  if (output === null) return withWrap(bare, false);
  if (isObjectSchema(output, definitions)) {
    return { ...withWrap(bare, false), outputSchema: { ...output, type: 'object' } };
  }
  const { $defs, ...result } = output;
  const wrapped = { type: 'object', properties: { result }, required: ['result'] };
  return {
    ...withWrap(bare, true),
    outputSchema: $defs === undefined ? wrapped : { ...wrapped, $defs },
  };
}

function isObjectSchema(schema: JsonObject, definitions: Blueprint['definitions']): boolean {
  const own = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  const root = { ...schema, $defs: { ...definitions, ...own } };
  const flat = flattenSchema(schema, root, new Set())?.schema ?? {};
  return (
    flat['type'] === 'object' || (flat['type'] === undefined && isJsonObject(flat['properties']))
  );
}

function withWrap(tool: Tool, isWrapped: boolean): Tool {
  if (tool.action.kind !== 'http') return tool;
  const { wrap: _old, ...response } = tool.action.response;
  const next = isWrapped ? { ...response, wrap: true } : response;
  return { ...tool, action: { ...tool.action, response: next } };
}
