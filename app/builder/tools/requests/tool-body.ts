import type { BodyContent, HttpBody, HttpParameter } from '#app/runtime/definition.ts';
import type { JsonObject } from '#app/runtime/json.ts';

import type { ToolChange } from './tool-change.ts';
import { bodySchemaOf, wireNameOf, type Definitions, type HttpTool } from './http-tool.ts';
import {
  propertiesOf,
  propertyOf,
  requiredOf,
  withoutProperty,
  withProperty,
} from './object-schema.ts';

export type BodyType = NonNullable<ToolChange['bodyType']>;

/** How a body of each type is written. */
export const BODY_CONTENTS: Record<BodyType, BodyContent> = {
  json: { mediaType: 'application/json', encoding: 'json' },
  form: { mediaType: 'application/x-www-form-urlencoded', encoding: 'form' },
  multipart: { mediaType: 'multipart/form-data', encoding: 'multipart' },
};

/** Writes the body of a tool in another way. */
export function setBodyType(tool: HttpTool, type: BodyType, definitions: Definitions): HttpTool {
  const { body } = tool.action;
  if (!body) return tool;
  const { mediaTypeArgument, ...kept } = body;
  const content = BODY_CONTENTS[type];
  const schema = bodySchemaOf(tool, definitions) ?? {};
  const marked = Object.keys(propertiesOf(schema))
    .filter((name) => isFileSchema(propertyOf(schema, name)))
    .reduce((each, name) => withFile(each, wireNameOf(body, name)), content);
  const inputSchema =
    mediaTypeArgument === undefined
      ? tool.inputSchema
      : withoutProperty(tool.inputSchema, mediaTypeArgument);
  return {
    ...tool,
    inputSchema,
    action: { ...tool.action, body: { ...kept, contents: [marked] } },
  };
}

function isFileSchema(schema: JsonObject | null): boolean {
  const data = schema && propertyOf(schema, 'data');
  return schema?.['format'] === 'binary' || data?.['contentEncoding'] === 'base64';
}

/** A content of which one property is a file. */
export function withFile(content: BodyContent, wire: string): BodyContent {
  if (content.encoding !== 'multipart') return content;
  return { ...content, parts: { ...content.parts, [wire]: { file: true } } };
}

/** A form of which one property is written in another way. */
export function withStyle(
  content: BodyContent,
  wire: string,
  style: Pick<HttpParameter, 'style' | 'explode'>,
): BodyContent {
  if (content.encoding !== 'form') return content;
  const part = { ...content.parts?.[wire], ...style };
  return { ...content, parts: { ...content.parts, [wire]: part } };
}

/** The tool with its body's schema; a body is needed as long as one of its properties is. */
export function withBody(
  tool: HttpTool,
  argument: string,
  before: JsonObject | null,
  schema: JsonObject,
): HttpTool {
  const isNeeded = requiredOf(schema).length > 0;
  const wasNeeded = before !== null && requiredOf(before).length > 0;
  const required = isNeeded ? true : wasNeeded ? false : undefined;
  return { ...tool, inputSchema: withProperty(tool.inputSchema, argument, schema, required) };
}

/** A body whose property is sent under that name. */
export function withWireName(body: HttpBody, property: string, wire: string): HttpBody {
  const { names, ...rest } = body;
  const entries = Object.entries(names ?? {}).filter(([key]) => key !== property);
  if (wire !== property) entries.push([property, wire]);
  return entries.length > 0 ? { ...rest, names: Object.fromEntries(entries) } : rest;
}
