import {
  bodySchemaOf,
  type Definitions,
  type HttpTool,
  type LocatedArgument,
} from './http-tool.ts';
import { propertiesOf, withoutProperty } from './object-schema.ts';
import { withBody, withWireName } from './tool-body.ts';

/** The tool without an argument; a body that nothing is left in is none. */
export function dropArgument(
  tool: HttpTool,
  { in: place, name, isWhole }: LocatedArgument,
  definitions: Definitions,
): HttpTool {
  const { body, ...bodyless } = tool.action;
  if (place !== 'body' || !body) {
    const parameters = tool.action.parameters.filter(({ argument }) => argument !== name);
    const inputSchema = withoutProperty(tool.inputSchema, name);
    return { ...tool, inputSchema, action: { ...tool.action, parameters } };
  }
  const before = bodySchemaOf(tool, definitions);
  const schema = before && !isWhole ? withoutProperty(before, name) : null;
  if (schema === null || Object.keys(propertiesOf(schema)).length === 0) {
    const inputSchema = withoutProperty(tool.inputSchema, body.argument);
    return { ...tool, inputSchema, action: bodyless };
  }
  const next = withBody(tool, body.argument, before, schema);
  return { ...next, action: { ...tool.action, body: withWireName(body, name, name) } };
}
