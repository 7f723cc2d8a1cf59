import { toSafeName } from '#app/blueprint/import/safe-names.ts';
import type { HttpBody, HttpParameter } from '#app/runtime/definition.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import { isConnectionHeader } from '#app/runtime/request/connection-header.ts';

import { isBinary, toArgumentSchema, toFileSchema } from './argument-schema.ts';
import { isCredentialName } from './credential-name.ts';
import { dropArgument } from './drop-argument.ts';
import {
  bodySchemaOf,
  findArgument,
  followSchema,
  freeArgument,
  isInPath,
  type Definitions,
  type HttpTool,
  type LocatedArgument,
} from './http-tool.ts';
import { withProperty } from './object-schema.ts';
import {
  BODY_CONTENTS,
  withBody,
  withFile,
  withStyle,
  withWireName,
  type BodyType,
} from './tool-body.ts';
import type { ArgumentChange } from './tool-change.ts';
import { withoutConstant } from './tool-constants.ts';

type Place = NonNullable<ArgumentChange['in']>;

/** Context of edits of arguments. */
export interface EditContext {
  definitions: Definitions;
  /** How a body is written that is not there yet. */
  bodyType: BodyType;
  /** Names that were given with their place in this change: each is an argument of its own. */
  placed: Set<string>;
}

/** A change of an argument, or all of its schema. */
export type ArgumentEdit = ArgumentChange & { whole?: JsonObject };

/** A changed tool, or the sentence that says why it cannot be. */
export type Edited = HttpTool | string;

/** The argument that holds a body; its properties are what is given for the body. */
const BODY = 'body';

const BODYLESS = new Set(['GET', 'HEAD']);
const IN_QUERY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

const STYLES: Record<Exclude<Place, 'body'>, Pick<HttpParameter, 'style' | 'explode'>> = {
  path: { style: 'simple', explode: false },
  query: { style: 'form', explode: true },
  header: { style: 'simple', explode: false },
  cookie: { style: 'form', explode: true },
};

/** Ways to write a list or an object into a query. */
const LIST_STYLES: Record<
  NonNullable<ArgumentChange['style']>,
  Pick<HttpParameter, 'style' | 'explode'>
> = {
  form: { style: 'form', explode: false },
  explode: { style: 'form', explode: true },
  spaceDelimited: { style: 'spaceDelimited', explode: false },
  pipeDelimited: { style: 'pipeDelimited', explode: false },
  deepObject: { style: 'deepObject', explode: true },
};

/** Adds an argument, or changes or moves the one of that name. */
export function putArgument(tool: HttpTool, change: ArgumentEdit, context: EditContext): Edited {
  const found = findArgument(tool, change.name, context.definitions, change.in);
  // What no longer holds may stand in a shared definition, which stays as it is for others.
  const known =
    found && change.clear
      ? { ...found, schema: followSchema(found.schema, context.definitions) }
      : found;
  const place = change.in ?? (known ? toPlace(known) : defaultPlace(tool, change.name));
  const mark = `${place} ${change.name}`;
  const isOther = known !== null && place !== toPlace(known);
  const stays =
    isOther && (known.in === 'path' || context.placed.has(`${known.in} ${change.name}`));
  context.placed.add(mark);
  if (place === 'path' && known?.in !== 'path' && !isInPath(tool, change.name)) {
    return `The path has no {${change.name}}: give the request with it.`;
  }
  if (place === 'body' && BODYLESS.has(tool.action.method)) {
    return `${tool.action.method} has no body, so "${change.name}" cannot go there.`;
  }
  if (change.style !== undefined && place !== 'query' && place !== 'body') {
    return `"${change.name}" is in the ${place}: a style is for the query and for form bodies.`;
  }
  const unsafe = known === null || isOther ? findUnsafeName(change, place) : null;
  if (unsafe !== null) return unsafe;
  if (known?.isWhole === true && place === 'body') return putWholeBody(tool, change, known.schema);
  const before = stays ? null : known;
  const start = before !== null && isOther ? dropArgument(tool, before, context.definitions) : tool;
  return place === 'body'
    ? putIntoBody(start, change, before, context)
    : putParameter(start, change, before, place);
}

/** Headers and cookies that no caller of a tool may choose. */
function findUnsafeName({ name, sentAs }: ArgumentEdit, place: Place): string | null {
  const wire = sentAs ?? name;
  if (place !== 'header' && place !== 'cookie') return null;
  if (place === 'header' && isConnectionHeader(wire)) {
    return `The header "${wire}" is set by the network alone.`;
  }
  if (!isCredentialName(wire)) return null;
  return `"${wire}" is where a credential goes: set the authentication with set_upstream; the person sets its value as a secret.`;
}

function toPlace(known: LocatedArgument): Place {
  return known.in === 'querystring' ? 'query' : known.in;
}

function defaultPlace(tool: HttpTool, name: string): Place {
  if (isInPath(tool, name)) return 'path';
  return IN_QUERY.has(tool.action.method) ? 'query' : 'body';
}

function putParameter(
  tool: HttpTool,
  change: ArgumentEdit,
  before: LocatedArgument | null,
  place: Exclude<Place, 'body'>,
): HttpTool {
  const { action } = tool;
  const known =
    before &&
    action.parameters.find((each) => each.argument === before.name && each.in === before.in);
  const wanted = before?.name ?? (toSafeName(change.name).name || 'argument');
  const name = known ? known.argument : freeArgument(tool, wanted, `${place}_${wanted}`);
  const required = place === 'path' ? true : (change.required ?? before?.required);
  const schema = change.whole ?? toArgumentSchema(change, before?.schema ?? null);
  const inputSchema = withProperty(tool.inputSchema, name, withItems(schema), required);
  const wire =
    place === 'path'
      ? (known?.name ?? change.name)
      : (change.sentAs ?? before?.wire ?? change.name);
  const style = change.style === undefined ? {} : LIST_STYLES[change.style];
  const parameter: HttpParameter = known
    ? { ...known, name: wire, ...style }
    : { argument: name, name: wire, in: place, ...STYLES[place], ...style };
  const parameters = known
    ? action.parameters.map((each) => (each === known ? parameter : each))
    : [...action.parameters, parameter];
  const changed: HttpTool = { ...tool, inputSchema, action: { ...action, parameters } };
  return withoutConstant(changed, { in: place, name: wire });
}

/** In an address a list holds texts, where nothing else is said. */
function withItems(schema: JsonObject): JsonObject {
  const isOpen = JSON.stringify(schema['items'] ?? {}) === '{}';
  return schema['type'] === 'array' && isOpen ? { ...schema, items: { type: 'string' } } : schema;
}

function putWholeBody(tool: HttpTool, change: ArgumentEdit, before: JsonObject | null): HttpTool {
  const name = tool.action.body?.argument ?? BODY;
  const schema = change.whole ?? toArgumentSchema(change, before);
  const inputSchema = withProperty(tool.inputSchema, name, schema, change.required);
  const body = tool.action.body ?? { argument: name, contents: [BODY_CONTENTS.json] };
  return { ...tool, inputSchema, action: { ...tool.action, body } };
}

/** A list or an object that is called the body, where there is none yet, is all of it. */
function isWholeBody(tool: HttpTool, { name, type, schema, whole }: ArgumentEdit): boolean {
  const given = whole ?? schema;
  const said = type ?? given?.['type'];
  return name === BODY && !tool.action.body && given !== undefined && said !== 'string';
}

function putIntoBody(
  tool: HttpTool,
  change: ArgumentEdit,
  before: LocatedArgument | null,
  { definitions, bodyType }: EditContext,
): Edited {
  if (isWholeBody(tool, change)) return putWholeBody(tool, change, null);
  const current = bodySchemaOf(tool, definitions);
  if (tool.action.body && current === null) {
    return `The body is no object, so "${change.name}" cannot be part of it.`;
  }
  const argument = tool.action.body?.argument ?? freeArgument(tool, BODY, 'payload');
  const body: HttpBody = tool.action.body ?? { argument, contents: [BODY_CONTENTS[bodyType]] };
  const name = before?.name ?? (toSafeName(change.name).name || 'property');
  const wire = change.sentAs ?? before?.wire ?? change.name;
  if (change.style !== undefined && !body.contents.some(({ encoding }) => encoding === 'form')) {
    return `"${change.name}" is in a body that is no form: a style is for the query and for form bodies.`;
  }
  const isFile =
    (change.format === 'binary' || isBinary(change.whole ?? {})) &&
    body.contents.some(({ encoding }) => encoding === 'multipart');
  const property = isFile
    ? toFileSchema(change, change.whole)
    : (change.whole ?? toArgumentSchema(change, before?.schema ?? null));
  const required = change.required ?? before?.required;
  const schema = withProperty(
    current ?? { type: 'object', properties: {} },
    name,
    property,
    required,
  );
  const contents = body.contents.map((each) => {
    if (isFile) return withFile(each, wire);
    return change.style === undefined ? each : withStyle(each, wire, LIST_STYLES[change.style]);
  });
  const action = { ...tool.action, body: withWireName({ ...body, contents }, name, wire) };
  const changed = { ...withBody(tool, argument, current, schema), action };
  return withoutConstant(changed, { in: 'body', name: wire });
}
