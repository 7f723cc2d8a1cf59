import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ArgumentFacts } from '#app/builder/built-in/turn.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

import {
  definitionsOf,
  followSchema,
  listArguments,
  type Definitions,
  type LocatedArgument,
} from './http-tool.ts';
import { propertiesOf, propertyOf, requiredOf } from './object-schema.ts';

type Tool = Blueprint['tools'][number];

const MAX_TEXT = 300;
const MAX_CHOICES = 30;

/** Facts about a tool's arguments for a model; properties of a body individually. */
export function toArgumentFacts(
  tool: Tool,
  blueprint: Pick<Blueprint, 'definitions'>,
): ArgumentFacts[] {
  const definitions = definitionsOf(tool, blueprint);
  const { action } = tool;
  if (action.kind === 'http') {
    return listArguments({ ...tool, action }, definitions).map((argument) =>
      toFacts(argument, toPlace(argument), definitions),
    );
  }
  const required = new Set(requiredOf(tool.inputSchema));
  return Object.keys(propertiesOf(tool.inputSchema)).map((name) => {
    const schema = propertyOf(tool.inputSchema, name) ?? {};
    return toFacts({ name, wire: name, schema, required: required.has(name) }, {}, definitions);
  });
}

function toPlace({ in: place }: LocatedArgument): Pick<ArgumentFacts, 'in'> {
  return { in: place === 'querystring' ? 'query' : place };
}

function toFacts(
  argument: Pick<LocatedArgument, 'name' | 'wire' | 'schema' | 'required'>,
  place: Pick<ArgumentFacts, 'in'>,
  definitions: Definitions,
): ArgumentFacts {
  const { name, wire, required } = argument;
  const schema = followSchema(argument.schema, definitions);
  const items = isJsonObject(schema['items']) ? followSchema(schema['items'], definitions) : null;
  const itemsType = items && typeOf(items);
  const type = typeOf(schema);
  const { minimum, maximum, default: preset } = schema;
  const choices = choicesOf(schema) ?? (items && choicesOf(items));
  const format = schema['format'] ?? items?.['format'];
  const description = cutText(schema['description']);
  return {
    name,
    ...place,
    ...(wire === name ? {} : { sentAs: wire }),
    ...(type === null ? {} : { type }),
    ...(type === 'array' && itemsType ? { items: itemsType } : {}),
    ...(typeof format === 'string' ? { format } : {}),
    required,
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(choices ? { enum: choices } : {}),
    ...(preset === undefined || isLong(preset) ? {} : { default: preset }),
    ...(description === undefined ? {} : { description }),
  };
}

/** The type that a schema names, beside null. */
function typeOf({ type, anyOf }: JsonObject): string | null {
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    return type.filter((each) => typeof each === 'string').find((each) => each !== 'null') ?? null;
  }
  if (!Array.isArray(anyOf)) return null;
  const types = anyOf.flatMap((each) => (isJsonObject(each) ? (typeOf(each) ?? []) : []));
  return types.find((each) => each !== 'null') ?? null;
}

function choicesOf(schema: JsonObject): (string | number)[] | null {
  const choices = schema['enum'];
  if (!Array.isArray(choices)) return null;
  const plain = choices.filter((each) => typeof each === 'string' || typeof each === 'number');
  return plain.length > 0 ? plain.slice(0, MAX_CHOICES) : null;
}

function isLong(value: JsonValue): boolean {
  return typeof value === 'object' || (typeof value === 'string' && value.length > MAX_TEXT);
}

/** A text as far as a model is told it; undefined where there is none. */
export function cutText(text: JsonValue | undefined): string | undefined {
  if (typeof text !== 'string') return undefined;
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}
