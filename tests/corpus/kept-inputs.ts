import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import type { HttpAction, Tool } from '../import/imported.ts';
import { isObject, listOf, textOf } from './document-operations.ts';
import type { DocumentOperation } from './document-operations.ts';
import { lostProperties } from './lost-properties.ts';

/** Inputs that a document describes, by what became of them. */
export interface KeptInputs {
  query: number;
  header: number;
  cookie: number;
  /** JSON bodies, and the properties in them at any depth, each place of a schema counted once. */
  bodies: number;
  properties: number;
  /** How many inputs are no argument, by the reason. */
  leftOut: Record<keyof typeof REASONS, number>;
  /** Inputs that should be arguments and are not. */
  lost: string[];
}

type Place = 'query' | 'header' | 'cookie';

const PLACES: readonly string[] = ['query', 'header', 'cookie'] satisfies Place[];
const JSON_TYPE = /^(?:application|text)\/(?:x-)?json(?:\s*;|$)|^[^;]+\+json(?:\s*;|$)/i;

/** What is no argument of a call, and why. */
export const REASONS = {
  describedElsewhere:
    'OpenAPI 3.1.1, Parameter Object, "name": if in is "header" and the name is "Accept", "Content-Type" or "Authorization", the parameter definition shall be ignored.',
  setByClient:
    'RFC 9110, 7.2 (Host), 7.6.1 (Connection), 8.6 (Content-Length) and 10.1.1 (Expect): the HTTP client says them, from the message that it sends.',
  noHeaderName: 'RFC 9110, 5.1 and 5.6.2: a field name is a token.',
  bodyOfGet:
    'RFC 9110, 9.3.1 and 9.3.2: content in a GET or HEAD request has no generally defined semantics; fetch refuses to send it.',
} as const;

export function noInputs(): KeptInputs {
  const counts = { query: 0, header: 0, cookie: 0, bodies: 0, properties: 0 };
  const leftOut = { describedElsewhere: 0, setByClient: 0, noHeaderName: 0, bodyOfGet: 0 };
  return { ...counts, leftOut, lost: [] };
}

/** Looks for each parameter and each property of a JSON body of an operation in its tool's input. */
export function countKept(
  root: JsonObject,
  operation: DocumentOperation,
  { tool, action, definitions }: { tool: Tool; action: HttpAction; definitions: JsonObject },
  kept: KeptInputs,
): void {
  for (const parameter of operation.parameters) {
    const place = textOf(parameter['in']);
    if (!isPlace(place)) continue;
    const name = textOf(parameter['name']);
    const reason = place === 'header' ? reasonFor(name) : null;
    if (reason !== null) leaveOut(kept, reason);
    else if (isArgument(tool, action, parameter, place, name)) kept[place] += 1;
    else kept.lost.push(`${place} ${name} of ${operation.key}`);
  }
  for (const [mediaType, schema] of jsonBodies(root, operation)) {
    if (/^(?:get|head)$/.test(operation.method)) {
      leaveOut(kept, 'bodyOfGet');
      continue;
    }
    kept.bodies += 1;
    const whole: JsonObject = { ...tool.inputSchema, $defs: definitions };
    const properties = isObject(whole['properties']) ? whole['properties'] : {};
    const isSent = action.body?.contents.some(({ encoding }) => encoding === 'json') === true;
    const found = lostProperties(
      { root, schemas: [schema] },
      { root: whole, schemas: isSent ? [properties['body']] : [] },
    );
    kept.properties += found.kept;
    kept.lost.push(...found.lost.map((path) => `${path} of ${mediaType} of ${operation.key}`));
    if (!isSent) kept.lost.push(`${mediaType} of ${operation.key}`);
  }
}

function leaveOut({ leftOut }: KeptInputs, reason: keyof typeof REASONS): void {
  leftOut[reason] += 1;
}

function isPlace(place: string): place is Place {
  return PLACES.includes(place);
}

function isArgument(
  { inputSchema }: Tool,
  action: HttpAction,
  parameter: JsonObject,
  place: Place,
  name: string,
): boolean {
  const placed = action.parameters.find(
    (known) =>
      known.in === place &&
      (place === 'header' ? known.name.toLowerCase() === name.toLowerCase() : known.name === name),
  );
  if (placed === undefined || !isObject(inputSchema['properties'])) return false;
  const isRequired =
    parameter['required'] !== true || listOf(inputSchema['required']).includes(placed.argument);
  return isRequired && inputSchema['properties'][placed.argument] !== undefined;
}

function reasonFor(header: string): keyof typeof REASONS | null {
  if (/^(?:accept|content-type|authorization)$/i.test(header)) return 'describedElsewhere';
  if (/^(?:host|connection|content-length|expect)$/i.test(header)) return 'setByClient';
  return /^[\w!#$%&'*+.^`|~-]+$/.test(header) ? null : 'noHeaderName';
}

/** The bodies of an operation that are JSON, each with its schema. */
function jsonBodies(
  root: JsonObject,
  { operation, parameters, content }: DocumentOperation,
): [mediaType: string, schema: JsonValue | undefined][] {
  const described = content
    .filter(([mediaType]) => JSON_TYPE.test(mediaType))
    .map(([mediaType, media]): [string, JsonValue | undefined] => [mediaType, media['schema']]);
  const body = parameters.find((parameter) => parameter['in'] === 'body');
  if (body === undefined) return described;
  const types = listOf(operation['consumes'] ?? root['consumes']).map(textOf);
  const [mediaType] =
    types.length === 0 ? ['application/json'] : types.filter((type) => JSON_TYPE.test(type));
  return mediaType === undefined ? described : [...described, [mediaType, body['schema']]];
}
