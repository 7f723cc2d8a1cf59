import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { definitionOfRef } from '#app/blueprint/schema-refs.ts';
import type { HttpAction, HttpBody, HttpParameter } from '#app/runtime/definition.ts';
import { isJsonObject, valueOf, type JsonObject } from '#app/runtime/json.ts';

import { propertiesOf, propertyOf, requiredOf } from './object-schema.ts';

/** A tool that sends a request. */
export type HttpTool = Blueprint['tools'][number] & { action: HttpAction };

export type Definitions = Blueprint['definitions'];

/** Where an argument of a tool is: a parameter, a property of the body, or the body itself. */
export interface LocatedArgument {
  in: HttpParameter['in'] | 'body';
  /** Its name: of an argument, or of a property of the body. */
  name: string;
  /** Name on the wire. */
  wire: string;
  schema: JsonObject;
  required: boolean;
  /** The argument is the whole body. */
  isWhole: boolean;
}

/** References that are followed one after the other. */
const MAX_HOPS = 8;

/** The schemas that a tool's references lead to: its own, and those that the server shares. */
export function definitionsOf(
  { inputSchema }: Pick<HttpTool, 'inputSchema'>,
  { definitions }: Pick<Blueprint, 'definitions'>,
): Definitions {
  const own = inputSchema['$defs'];
  if (!isJsonObject(own)) return definitions;
  const schemas = Object.entries(own).flatMap(([name, schema]): [string, JsonObject][] =>
    isJsonObject(schema) ? [[name, schema]] : [],
  );
  return { ...definitions, ...Object.fromEntries(schemas) };
}

/** A schema with what its reference leads to; as it is where that is not there. */
export function followSchema(schema: JsonObject, definitions: Definitions): JsonObject {
  let current = schema;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const { $ref: ref, ...beside } = current;
    if (typeof ref !== 'string') return current;
    const name = definitionOfRef(ref);
    const isWhole = name !== null && ref.split('/').length === 3;
    const target = isWhole && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!isJsonObject(target)) return schema;
    current = { ...target, ...beside };
  }
  return schema;
}

/** The schema of a body that is one object with properties; null where it is something else. */
export function bodySchemaOf(tool: HttpTool, definitions: Definitions): JsonObject | null {
  const { body } = tool.action;
  const given = body && propertyOf(tool.inputSchema, body.argument);
  if (!given) return null;
  const schema = followSchema(given, definitions);
  return schema['type'] === 'object' || isJsonObject(schema['properties']) ? schema : null;
}

/** The name on the wire of a body's property. */
export function wireNameOf(body: HttpBody | undefined, property: string): string {
  const names = body?.names;
  return names && Object.hasOwn(names, property) ? (names[property] ?? property) : property;
}

/** All arguments of a tool, in the order of its schema; properties of the body one by one. */
export function listArguments(tool: HttpTool, definitions: Definitions): LocatedArgument[] {
  const { parameters, body } = tool.action;
  const required = new Set(requiredOf(tool.inputSchema));
  const properties = bodySchemaOf(tool, definitions);
  return Object.keys(propertiesOf(tool.inputSchema)).flatMap((name): LocatedArgument[] => {
    const isBody = body?.argument === name;
    if (isBody && properties && Object.keys(propertiesOf(properties)).length > 0) {
      return listProperties(properties, body);
    }
    const parameter = parameters.find(({ argument }) => argument === name);
    if (!isBody && !parameter) return [];
    return [
      {
        in: parameter?.in ?? 'body',
        name,
        wire: parameter?.name ?? name,
        schema: propertyOf(tool.inputSchema, name) ?? {},
        required: required.has(name),
        isWhole: isBody,
      },
    ];
  });
}

function listProperties(schema: JsonObject, body: HttpBody): LocatedArgument[] {
  const required = new Set(requiredOf(schema));
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    in: 'body',
    name,
    wire: wireNameOf(body, name),
    schema: isJsonObject(property) ? property : {},
    required: required.has(name),
    isWhole: false,
  }));
}

/** The argument of that name, in that place if possible; else the one that is sent under it there. */
export function findArgument(
  tool: HttpTool,
  name: string,
  definitions: Definitions,
  place?: LocatedArgument['in'],
): LocatedArgument | null {
  const all = listArguments(tool, definitions);
  const named = all.filter((each) => each.name === name);
  const isSent = (each: LocatedArgument) =>
    each.wire === name && (place === undefined || each.in === place);
  const found = named.length > 0 ? named : all.filter(isSent);
  return found.find((each) => each.in === place) ?? found[0] ?? null;
}

/** Whether the tool's path has a place for an argument of that name. */
export function isInPath({ action }: HttpTool, name: string): boolean {
  return action.path.includes(`{${name}}`);
}

/** A name that no argument of the tool has yet. */
export function freeArgument(tool: HttpTool, name: string, other: string): string {
  const isTaken = (candidate: string) =>
    valueOf(propertiesOf(tool.inputSchema), candidate) !== undefined;
  if (!isTaken(name)) return name;
  let free = other;
  for (let count = 2; isTaken(free); count += 1) free = `${other}_${count}`;
  return free;
}
