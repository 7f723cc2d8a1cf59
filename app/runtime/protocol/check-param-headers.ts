import { isJsonObject, valueOf } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { ServedDefinition } from '../served-definition.ts';

/** The protocol's error for headers that contradict the body. */
const HEADER_MISMATCH = -32_020;

/** A header that repeats an argument: `x-mcp-header` at a property of the input schema. */
interface ParamHeader {
  name: string;
  path: string[];
  isNumber: boolean;
}

/** Keyed by the definition: its schemas are searched once, not per request. */
const knownHeaders = new WeakMap<ServedDefinition, Map<string, ParamHeader[]>>();

/**
 * Checks `Mcp-Param-*` headers, which the protocol requires where a schema declares them with `x-mcp-header`:
 * header and body of a call must agree, or it is rejected.
 *
 * @returns a function that gives the rejection, or null for a valid call; null if no tool declares any.
 */
export function createParamHeaderCheck(
  served: ServedDefinition,
): ((request: Request) => Promise<Response | null>) | null {
  const declared = knownHeaders.get(served) ?? declaredBy(served);
  knownHeaders.set(served, declared);
  if (declared.size === 0) return null;
  return async (request) => {
    if (request.headers.get('mcp-method') !== 'tools/call') return null;
    const { peekMessage } = await import('./peek-message.ts');
    const message = await peekMessage(request);
    const params = isJsonObject(message) ? message['params'] : undefined;
    if (!isJsonObject(message) || !isJsonObject(params)) return null;
    const { name } = params;
    for (const header of (typeof name === 'string' && declared.get(name)) || []) {
      const fault = findFault(header, params['arguments'], request.headers);
      if (fault !== null) return refuseHeader(message['id'], fault);
    }
    return null;
  };
}

function declaredBy({ tools }: ServedDefinition): Map<string, ParamHeader[]> {
  return new Map(
    tools
      .map(({ name, inputSchema }): [string, ParamHeader[]] => [name, findHeaders(inputSchema, [])])
      .filter(([, headers]) => headers.length > 0),
  );
}

/** At any depth, but through `properties` only: a header repeats exactly one value. */
function findHeaders(schema: JsonValue | undefined, path: string[]): ParamHeader[] {
  if (!isJsonObject(schema)) return [];
  const name = schema['x-mcp-header'];
  const own =
    typeof name === 'string' && path.length > 0
      ? [{ name: `Mcp-Param-${name}`, path, isNumber: schema['type'] === 'integer' }]
      : [];
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const inner = Object.entries(properties).flatMap(([key, property]) =>
    findHeaders(property, [...path, key]),
  );
  return [...own, ...inner];
}

function findFault(
  { name, path, isNumber }: ParamHeader,
  args: JsonValue | undefined,
  headers: Headers,
): string | null {
  const value = path.reduce<JsonValue | undefined>(
    (object, key) => (isJsonObject(object) ? valueOf(object, key) : undefined),
    args,
  );
  if (value === undefined || value === null || typeof value === 'object') return null;
  const header = headers.get(name);
  if (header === null) return `The header ${name} is missing: it repeats "${path.join('.')}".`;
  const text = decode(header);
  if (text === null) return `The header ${name} is not valid base64.`;
  const isSame =
    text === String(value) ||
    (isNumber && /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) === value);
  return isSame ? null : `The header ${name} and the argument "${path.join('.')}" differ.`;
}

/** Plain text, or base64 if marked as such; null for a mark without valid base64. */
function decode(header: string): string | null {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
  if (base64 === undefined) return header;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function refuseHeader(id: JsonValue | undefined, message: string): Response {
  const body: JsonObject = {
    jsonrpc: '2.0',
    error: { code: HEADER_MISMATCH, message },
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
  };
  return Response.json(body, { status: 400 });
}
