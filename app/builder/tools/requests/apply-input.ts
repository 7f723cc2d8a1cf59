import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';

import { dropArgument } from './drop-argument.ts';
import { bodySchemaOf, isInPath, listArguments, type HttpTool } from './http-tool.ts';
import { propertiesOf, requiredOf, withProperty } from './object-schema.ts';
import { putArgument, type EditContext, type Edited } from './put-argument.ts';
import type { ArgumentChange } from './tool-change.ts';

/** Keywords of the whole input that are taken apart, or say nothing of its values. */
const TAKEN_APART = new Set(
  '$schema $id $defs type title description properties required'.split(' '),
);

/**
 * The tool with the arguments of a whole schema: those that it does not name are gone, except of the path,
 * and each property is exactly as it is there.
 *
 * @param given what is said of single arguments beside it: where they go.
 */
export function applyInput(
  tool: HttpTool,
  input: JsonObject,
  given: readonly ArgumentChange[],
  context: EditContext,
): Edited {
  const { definitions } = context;
  const properties = propertiesOf(input);
  const required = new Set(requiredOf(input));
  let current = tool;
  for (const [name, schema] of Object.entries(properties)) {
    const place = given.find((each) => each.name === name)?.in;
    if (schema === false) {
      return `"${name}" is false, so it could never be given: leave it out of the properties.`;
    }
    const whole = isJsonObject(schema) ? schema : {};
    const where = place === undefined ? {} : { in: place };
    const change = { name, ...where, required: required.has(name), whole };
    const edited = putArgument(current, change, { ...context, placed: new Set() });
    if (typeof edited === 'string') return edited;
    current = edited;
  }
  // Only now: a body that had nothing left would be another one.
  for (const argument of listArguments(current, definitions)) {
    const { name, wire } = argument;
    const isNamed = Object.hasOwn(properties, name) || Object.hasOwn(properties, wire);
    const isPath = argument.in === 'path' && isInPath(current, wire);
    if (!isNamed && !isPath) current = dropArgument(current, argument, definitions);
  }
  return withRules(current, input, context);
}

/** Rules about several arguments hold where all of them are: in the body, or outside of it. */
function withRules(tool: HttpTool, input: JsonObject, { definitions }: EditContext): Edited {
  const rules = Object.fromEntries(
    Object.entries(input).filter(([keyword]) => !TAKEN_APART.has(keyword)),
  );
  if (Object.keys(rules).length === 0) return tool;
  const places = listArguments(tool, definitions).map(({ in: place }) => place === 'body');
  const { body } = tool.action;
  if (!body || !places.includes(true)) {
    return { ...tool, inputSchema: { ...tool.inputSchema, ...rules } };
  }
  const schema = bodySchemaOf(tool, definitions);
  if (schema !== null && !places.includes(false)) {
    const inputSchema = withProperty(tool.inputSchema, body.argument, { ...schema, ...rules });
    return { ...tool, inputSchema };
  }
  const others = Object.keys(rules).filter((keyword) => keyword !== 'additionalProperties');
  if (others.length === 0) return tool;
  return `${others.join(', ')} cannot hold for arguments of which some are sent in the body and some are not: put it into the schema of one argument.`;
}
