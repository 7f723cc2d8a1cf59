import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { startValue } from './form-value.ts';
import { resolveSchema } from './resolve-schema.ts';
import { toSchemaRoot } from './schema-root.ts';

type Definitions = Blueprint['definitions'];

/**
 * An example call of a tool: the document's own, else one made from the schema. A body is always part
 * of it, an optional one as well: whoever does not want it takes it out.
 */
export function startArguments(tool: Tool, definitions: Definitions): JsonObject {
  const [example] = tool.examples ?? [];
  const start = startForm(tool.inputSchema, definitions);
  const args =
    example?.arguments ?? sampleArguments(tool, definitions) ?? (isJsonObject(start) ? start : {});
  const name = tool.action.kind === 'http' ? tool.action.body?.argument : undefined;
  if (name === undefined || !isEmpty(args[name])) return args;
  const body = sampleBody(tool.inputSchema, name, definitions);
  return body === undefined ? args : { ...args, [name]: body };
}

function startForm(schema: JsonObject, definitions: Definitions): JsonValue {
  const root = toSchemaRoot(schema, definitions);
  return startValue(root, root);
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** A sample of the required fields of the body; of all its fields, if none is required. */
function sampleBody(
  schema: JsonObject,
  name: string,
  definitions: Definitions,
): JsonValue | undefined {
  const root = toSchemaRoot(schema, definitions);
  const { properties } = resolveSchema(root, root);
  const own = isJsonObject(properties) ? properties[name] : undefined;
  const body: JsonSchema = isJsonObject(own) ? own : true;
  const least = sampleSchema(body, definitions, { withOptional: false });
  return isEmpty(least) ? sampleSchema(body, definitions, { withOptional: true }) : least;
}
