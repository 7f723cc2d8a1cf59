import type { JsonObject } from '#app/runtime/json.ts';

import {
  bodySchemaOf,
  findArgument,
  type Definitions,
  type HttpTool,
  type LocatedArgument,
} from './http-tool.ts';
import { propertyOf, withProperty, withRenamed } from './object-schema.ts';
import { withWireName } from './tool-body.ts';
import type { ArgumentRename } from './tool-change.ts';

type Example = NonNullable<HttpTool['examples']>[number];

/** The tool with an argument under another name; a sentence where that cannot be. */
export function renameArgument(
  tool: HttpTool,
  { from, to, sentAs }: ArgumentRename,
  definitions: Definitions,
): HttpTool | string {
  const known = findArgument(tool, from, definitions);
  // A path that was given in the same change has its new name already.
  if (!known && findArgument(tool, to, definitions)?.in === 'path') return tool;
  if (!known) return `${tool.name} has no argument "${from}".`;
  const isInBody = known.in === 'body' && !known.isWhole;
  const taken = findTaken(tool, known, to, definitions);
  if (taken !== null && known.name !== to) return `${tool.name} has an argument "${to}" already.`;
  return isInBody
    ? renameProperty(tool, known, { to, sentAs }, definitions)
    : renameParameter(tool, known, { to, sentAs });
}

/** The argument that already has the name, if both would be in the same place. */
function findTaken(
  tool: HttpTool,
  known: LocatedArgument,
  to: string,
  definitions: Definitions,
): JsonObject | null {
  const beside =
    known.in === 'body' && !known.isWhole ? bodySchemaOf(tool, definitions) : tool.inputSchema;
  return beside && propertyOf(beside, to);
}

interface NewName {
  to: string;
  sentAs: string | undefined;
}

function renameParameter(
  tool: HttpTool,
  known: LocatedArgument,
  { to, sentAs }: NewName,
): HttpTool {
  const { action } = tool;
  const isPath = known.in === 'path';
  const parameters = action.parameters.map((each) => {
    if (each.argument !== known.name) return each;
    return { ...each, argument: to, name: isPath ? to : (sentAs ?? each.name) };
  });
  const path = isPath ? action.path.replaceAll(`{${known.wire}}`, `{${to}}`) : action.path;
  const body = action.body && known.isWhole ? { body: { ...action.body, argument: to } } : {};
  return {
    ...tool,
    inputSchema: withRenamed(tool.inputSchema, known.name, to),
    action: { ...action, path, parameters, ...body },
    ...withExamples(tool, (args) => renameKey(args, known.name, to)),
  };
}

function renameProperty(
  tool: HttpTool,
  known: LocatedArgument,
  { to, sentAs }: NewName,
  definitions: Definitions,
): HttpTool {
  const { body } = tool.action;
  const schema = bodySchemaOf(tool, definitions);
  if (!body || !schema) return tool;
  // A name on the wire that was given before stays; else the API's property is renamed, too.
  const wire = sentAs ?? (known.wire === known.name ? to : known.wire);
  const contents = body.contents.map((content) =>
    content.parts ? { ...content, parts: renameKey(content.parts, known.wire, wire) } : content,
  );
  const renamed = withWireName(
    withWireName({ ...body, contents }, known.name, known.name),
    to,
    wire,
  );
  const renamedSchema = withRenamed(schema, known.name, to);
  return {
    ...tool,
    inputSchema: withProperty(tool.inputSchema, body.argument, renamedSchema),
    action: { ...tool.action, body: renamed },
    ...withExamples(tool, (args) => {
      const inside = propertyOf({ properties: args }, body.argument);
      return inside ? { ...args, [body.argument]: renameKey(inside, known.name, to) } : args;
    }),
  };
}

function withExamples(
  { examples }: HttpTool,
  change: (args: JsonObject) => JsonObject,
): { examples?: Example[] } {
  if (!examples) return {};
  return { examples: examples.map((each) => ({ ...each, arguments: change(each.arguments) })) };
}

function renameKey<Value>(
  object: { [key: string]: Value },
  from: string,
  to: string,
): { [key: string]: Value } {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key === from ? to : key, value]),
  );
}
