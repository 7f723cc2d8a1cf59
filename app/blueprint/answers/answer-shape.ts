import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { inferSchema } from '#app/blueprint/import/calls/infer-schema.ts';
import { hasType } from '#app/blueprint/schema-types.ts';
import type { HttpAction, JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { isJsonType } from '#app/runtime/media-type.ts';
import { lookUp } from '#app/runtime/schema/schema-closure.ts';

import { mayGet } from './find-answer-problems.ts';

/** Properties at one place of an answer, of an object or of the objects in a list. */
export interface AnswerShape {
  /** There may be properties that nothing is said of. */
  isOpen: boolean;
  isList: boolean;
  names: string[];
  /** Those of them that are always there. */
  needed: ReadonlySet<string>;
  /** The shape of a property's value; null if there is no such property. */
  inside: (name: string) => AnswerShape | null;
}

/** A tool whose answer is looked at. */
export interface AnsweringTool {
  outputSchema?: JsonObject | null | undefined;
  action: HttpAction;
}

/** Everything beside the tool that says something of its answer. */
export interface AnswerSources {
  definitions: { [name: string]: JsonSchema };
  mocks?: Blueprint['mocks'] | undefined;
}

/** Shapes of an API's answer, by their sources; null for a source that says nothing. */
export interface AnswerShapes {
  /** The tool's output schema. */
  declared: AnswerShape | null;
  /** The document's example. */
  example: AnswerShape | null;
  /** Answers that were set for the mock, all of them together. */
  set: AnswerShape | null;
}

/** An API's answer as the tool's output schema and all examples of it have it. */
export function answerShapes(
  { outputSchema, action }: AnsweringTool,
  { definitions, mocks = [] }: AnswerSources,
): AnswerShapes {
  const { response, mock } = action;
  const own = isJsonObject(outputSchema?.['$defs']) ? outputSchema['$defs'] : {};
  const root: JsonObject = { ...outputSchema, $defs: { ...definitions, ...own } };
  const properties = isJsonObject(root['properties']) ? root['properties'] : {};
  const whole = response.wrap === true ? properties['result'] : outputSchema;
  const example = mock?.body === undefined ? [] : [mock.body];
  const set = mocks.flatMap((each) =>
    each.body !== undefined && isJsonType(each.mediaType) && mayGet(action, each)
      ? [each.body]
      : [],
  );
  return {
    declared: whole === undefined || whole === null ? null : shapeOf([whole], root),
    example: shapeOfAll(example),
    set: shapeOfAll(set),
  };
}

function shapeOfAll(bodies: readonly JsonValue[]): AnswerShape | null {
  return bodies.length === 0 ? null : shapeOf([inferSchema(bodies)], {});
}

/** The properties that a schema names; its references are looked up in `root`. */
export function schemaShape(schema: JsonObject, root: JsonObject): AnswerShape {
  return shapeOf([schema], root);
}

/** Keywords that a schema says something of its properties with. */
const SAYING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'properties', 'items', 'prefixItems', 'enum'];

function shapeOf(schemas: JsonValue[], root: JsonObject): AnswerShape {
  const { parts, isList } = expand(schemas, root);
  const objects = parts.filter(isJsonObject);
  const names = objects.flatMap(({ properties }) =>
    isJsonObject(properties) ? Object.keys(properties) : [],
  );
  return {
    isOpen: parts.some(isOpen),
    isList,
    names: [...new Set(names)],
    needed: new Set(objects.flatMap(({ required }) => listOf(required).filter(isText))),
    inside(name) {
      const found = objects.flatMap((part) => propertyOf(part, name) ?? []);
      return found.length === 0 ? null : shapeOf(found, root);
    },
  };
}

/** The schemas that apply at one place: alternatives, targets of references, and items of lists. */
function expand(schemas: JsonValue[], root: JsonObject): { parts: JsonValue[]; isList: boolean } {
  const parts = new Set<JsonValue>();
  let isList = false;
  const open = [...schemas];
  for (const part of open) {
    if (parts.has(part)) continue;
    parts.add(part);
    if (!isJsonObject(part)) continue;
    const { $ref: ref, items, prefixItems } = part;
    const target = typeof ref === 'string' ? lookUp(ref, root) : null;
    if (target !== null) open.push(target);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) open.push(...listOf(part[keyword]));
    isList ||= hasType(part, 'array') || items !== undefined;
    if (items !== undefined) open.push(items);
    open.push(...listOf(prefixItems));
  }
  return { parts: [...parts], isList };
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a schema leaves open which properties there are; of one that lists some, others are not expected. */
function isOpen(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return schema === true;
  const { additionalProperties: others, type } = schema;
  if (others === true || isJsonObject(others)) return true;
  if (others === false || SAYING.some((keyword) => schema[keyword] !== undefined)) return false;
  return type === undefined || hasType(schema, 'object') || hasType(schema, 'array');
}

function propertyOf(schema: JsonObject, name: string): JsonValue | undefined {
  const { properties, additionalProperties: others } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  return isJsonObject(others) ? others : undefined;
}
