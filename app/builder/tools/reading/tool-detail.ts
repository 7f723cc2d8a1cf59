import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import {
  bodySchemaOf,
  definitionsOf,
  listArguments,
  type Definitions,
  type HttpTool,
} from '#app/builder/tools/requests/http-tool.ts';
import { propertiesOf, requiredOf } from '#app/builder/tools/requests/object-schema.ts';
import type { HttpAction, HttpParameter } from '#app/runtime/definition.ts';
import type { JsonObject } from '#app/runtime/json.ts';

import { listOutputPaths } from './output-paths.ts';
import { SchemaShapes } from './schema-shape.ts';

/** Characters of a description in a list. */
const MAX_LINE = 100;

type Server = Pick<Blueprint, 'definitions' | 'policies'>;

/** All there is to know of a tool: arguments as `upsert_tool` takes them, and everything else as stored. */
export function toToolDetail(tool: Tool, server: Server): object {
  const { name, title, description, annotations, inputSchema, outputSchema, action, ...rest } =
    tool;
  const { examples, origin, enabled, ...others } = rest;
  const definitions = definitionsOf(tool, server);
  const isDestructive =
    annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false;
  return {
    name,
    title,
    description,
    enabled,
    ...others,
    operation: origin?.operation,
    operationId: origin?.operationId === name ? undefined : origin?.operationId,
    tag: origin?.tag,
    hints: annotations,
    asksFirst: isDestructive && server.policies.confirmDestructive !== false,
    ...(action.kind === 'http'
      ? describeRequest({ ...tool, action }, definitions)
      : { ...action, arguments: describeInput(inputSchema, definitions) }),
    returns: (outputSchema && listOutputPaths(outputSchema, definitions)) ?? undefined,
    examples,
  };
}

/** The output fields of a tool that lie below one; null where it has no such field. */
export function toFieldsBelow(tool: Tool, server: Server, below: string): object | null {
  const { name, outputSchema } = tool;
  const definitions = definitionsOf(tool, server);
  const returns = outputSchema ? listOutputPaths(outputSchema, definitions, below) : null;
  return returns && { name, below, returns };
}

/** A tool in one line. */
export function toToolLine({ name, description, title, enabled, action, origin }: Tool): object {
  return {
    name,
    ...(action.kind === 'http'
      ? { method: action.method, path: action.path }
      : { kind: action.kind }),
    tag: origin?.tag,
    description: toLine(description ?? title),
    ...(enabled ? {} : { enabled }),
  };
}

/** The first sentence of a text, as far as a list has room for it. */
export function toLine(text: string | undefined): string | undefined {
  const [first = ''] = (text ?? '').trim().split(/(?<=[.!?])\s|\n/);
  if (first === '') return undefined;
  return first.length > MAX_LINE ? `${first.slice(0, MAX_LINE - 1).toWellFormed()}…` : first;
}

function describeInput(schema: JsonObject, definitions: Definitions): JsonObject[] {
  const shapes = new SchemaShapes(definitions);
  const required = new Set(requiredOf(schema));
  return Object.entries(propertiesOf(schema)).map(([name, property]) =>
    shapes.field(name, property, required.has(name)),
  );
}

function describeRequest(tool: HttpTool, definitions: Definitions): object {
  const { parameters, body, ...action } = tool.action;
  const shapes = new SchemaShapes(definitions);
  const located = listArguments(tool, definitions);
  const parameterOf = (name: string) => parameters.find(({ argument }) => argument === name);
  return {
    ...action,
    arguments: located.map(({ in: place, name, wire, schema, required }) => ({
      ...shapes.field(name, schema, required),
      in: place,
      ...(wire === name ? {} : { sentAs: wire }),
      ...(place === 'body' ? {} : describeStyle(parameterOf(name), schema)),
    })),
    ...(body ? describeBody(body, bodySchemaOf(tool, definitions), shapes) : {}),
  };
}

/** How a parameter is written, where that is not what its place has by default. */
function describeStyle(parameter: HttpParameter | undefined, schema: JsonObject): object {
  if (!parameter) return {};
  const { argument: _argument, name: _name, in: place, style, explode, ...rest } = parameter;
  const usual = place === 'path' || place === 'header' ? 'simple' : 'form';
  // A single value is written in one way only.
  const isMany = schema['type'] === 'array' || schema['type'] === 'object';
  return {
    ...(style === usual ? {} : { style }),
    ...(!isMany || explode === (style === 'form') ? {} : { explode }),
    ...rest,
  };
}

/** How a body is sent, and what its schema says beside its properties, which are arguments. */
function describeBody(
  { argument, contents, mediaTypeArgument }: NonNullable<HttpAction['body']>,
  schema: JsonObject | null,
  shapes: SchemaShapes,
): object {
  const { properties: _properties, required: _required, ...rest } = schema ?? {};
  const { type: _type, title: _title, description: _description, ...rules } = rest;
  return {
    body: {
      argument,
      contents,
      mediaTypeArgument,
      ...(Object.keys(rules).length > 0 ? { rules: shapes.shape(rules) } : {}),
    },
  };
}
