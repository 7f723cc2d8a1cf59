import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, put } from '#app/blueprint/import/json-object.ts';
import { NameRegister, shortHash, toSafeName } from '#app/blueprint/import/safe-names.ts';
import { distinctSchemas } from '#app/blueprint/import/schemas/distinct-schemas.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type {
  BodyContent,
  HttpBody,
  HttpParameter,
  JsonObject,
  JsonSchema,
} from '#app/runtime/definition.ts';

import type { BodySource } from './bodies.ts';
import { parameterSchema } from './parameters.ts';
import type { ParameterSource } from './parameters.ts';

/** The arguments of one tool, and the location of each. */
export interface ToolArguments {
  inputSchema: JsonObject;
  parameters: HttpParameter[];
  body: HttpBody | null;
  /** Argument name of each parameter, for example calls. */
  names: Map<ParameterSource, string>;
}

/** If names collide, the earlier location keeps the plain name. */
const PRECEDENCE: HttpParameter['in'][] = ['path', 'query', 'querystring', 'header', 'cookie'];

/** Assigns an argument to every parameter and to the body. */
export function buildArguments(
  run: ImportRun,
  parameters: ParameterSource[],
  body: BodySource | null,
): ToolArguments {
  const names = nameArguments(parameters, body);
  const properties: JsonObject = {};
  const required: string[] = [];
  const ordered = [...parameters].sort((first, second) => order(first) - order(second));
  const placed = ordered.map((parameter) => {
    const argument = names.get(parameter) ?? parameter.name;
    const schema = parameterSchema(run, parameter);
    // A renamed argument is described by its name on the wire.
    const isRenamed = argument !== parameter.name && schema['title'] === undefined;
    const named = isRenamed ? { ...schema, title: toVisible(parameter.name) } : schema;
    put(properties, argument, named);
    if (parameter.isRequired) required.push(argument);
    return toHttpParameter(parameter, argument);
  });
  if (body) {
    put(properties, 'body', bodySchema(body));
    if (body.isRequired) required.push('body');
    if (body.alternatives.length > 1) put(properties, 'contentType', contentTypeSchema(body));
  }
  const inputSchema: JsonObject = { type: 'object', properties, additionalProperties: false };
  if (required.length > 0) inputSchema['required'] = required;
  return { inputSchema, parameters: placed, body: body ? toHttpBody(body) : null, names };
}

function order(parameter: ParameterSource): number {
  return parameter.in === 'path' ? 0 : 1;
}

function nameArguments(
  parameters: ParameterSource[],
  body: BodySource | null,
): Map<ParameterSource, string> {
  const register = new NameRegister();
  const names = new Map<ParameterSource, string>();
  if (body) register.reserve('body');
  if (body && body.alternatives.length > 1) register.reserve('contentType');
  for (const location of PRECEDENCE) {
    for (const parameter of parameters) {
      if (parameter.in !== location) continue;
      names.set(parameter, freeName(register, parameter));
    }
  }
  return names;
}

/** Clients accept `[A-Za-z0-9_.-]{1,64}` as names of arguments; other names are used only on the wire. */
function freeName(register: NameRegister, parameter: ParameterSource): string {
  const { name: safe, isLossy } = toSafeName(parameter.name);
  const key = `${parameter.in}:${parameter.name}`;
  const trimmed = safe.replace(/^_+|_+$/g, '') === '' ? '' : safe;
  const whole =
    isLossy || trimmed === '' ? `${trimmed || parameter.in}_${shortHash(key)}` : trimmed;
  const base = whole.length > 50 ? `${whole.slice(0, 43)}_${shortHash(key)}` : whole;
  let name = base;
  for (let round = 1; register.has(name) || name === '__proto__'; round += 1) {
    name = round === 1 ? `${base}_${parameter.in}` : `${base}_${parameter.in}_${round}`;
  }
  register.reserve(name);
  return name;
}

function toHttpParameter(parameter: ParameterSource, argument: string): HttpParameter {
  const { name, in: location, style, explode, mediaType } = parameter;
  const placed: HttpParameter = { argument, name, in: location, style, explode };
  if (parameter.allowReserved) placed.allowReserved = true;
  if (parameter.allowEmptyValue) placed.allowEmptyValue = true;
  if (mediaType !== undefined) placed.mediaType = mediaType;
  return placed;
}

function bodySchema(body: BodySource): JsonSchema {
  const distinct = distinctSchemas(body.alternatives.map(({ schema }) => schema));
  const [first = true] = distinct;
  const schema: JsonSchema = distinct.length > 1 ? { anyOf: distinct } : first;
  if (body.description === '' || (isObject(schema) && schema['description'] !== undefined))
    return schema;
  return isObject(schema)
    ? { ...schema, description: body.description }
    : { description: body.description };
}

function contentTypeSchema(body: BodySource): JsonObject {
  const types = body.alternatives.map(({ content }) => content.mediaType);
  const [first = ''] = types;
  return {
    type: 'string',
    enum: types,
    default: first,
    description: `The media type in which the body is sent; ${first} unless given.`,
  };
}

function toHttpBody(body: BodySource): HttpBody {
  const contents: BodyContent[] = body.alternatives.map(({ content }) => content);
  return contents.length > 1
    ? { argument: 'body', mediaTypeArgument: 'contentType', contents }
    : { argument: 'body', contents };
}
