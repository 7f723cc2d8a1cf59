import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

/** A header that repeats an argument: `x-mcp-header` at a property of the input schema. */
export interface ParamHeader {
  name: string;
  path: readonly string[];
}

type Found = Result<
  readonly ParamHeader[],
  {
    reason: 'invalid-header';
    message: string;
    /** Those of the tool all the same where only a type is wrong: servers compare these, too. */
    headers: readonly ParamHeader[];
  }
>;

/** A name of a header (RFC 9110, 5.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = new Set(['string', 'integer', 'boolean']);
/** Words whose value is an object of schemas rather than a schema. */
const MAPS = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions']);
/** Words that hold values, not schemas. */
const VALUES = new Set(['const', 'default', 'enum', 'examples', 'properties']);

/**
 * Finds the arguments of a tool that its calls repeat in `Mcp-Param-*` headers. Revision 2026-07-28 makes a tool
 * invalid that declares one anywhere but along `properties`, twice, or for a value that no header can carry.
 */
export function findParamHeaders(inputSchema: JsonValue | undefined): Found {
  const headers: ParamHeader[] = [];
  const numbers: string[] = [];
  const problem = look(inputSchema, { headers, names: new Set(), numbers });
  const [number] = numbers;
  if (problem !== null) return fail({ reason: 'invalid-header', message: problem, headers: [] });
  if (number === undefined) return succeed(headers);
  return fail({ reason: 'invalid-header', message: toTypeProblem(number), headers });
}

/** Looks through a whole schema, which may nest deeper than the stack. */
function look(schema: JsonValue | undefined, found: Collected): string | null {
  try {
    return visit(schema, [], true, found);
  } catch (error) {
    if (error instanceof RangeError) return 'The schema nests too deep to look for x-mcp-header.';
    throw error;
  }
}

interface Collected {
  headers: ParamHeader[];
  /** Of them, in lower case. */
  names: Set<string>;
  /** Places with numbers: a header needs an integer. */
  numbers: string[];
}

function toTypeProblem(place: string): string {
  return `x-mcp-header at ${place} needs a string, an integer or a boolean.`;
}

function visit(
  schema: JsonValue | undefined,
  path: readonly string[],
  isReachable: boolean,
  found: Collected,
): string | null {
  if (Array.isArray(schema)) return first(schema, (one) => visit(one, path, false, found));
  if (!isJsonObject(schema)) return null;
  const own = 'x-mcp-header' in schema ? readHeader(schema, path, isReachable, found) : null;
  if (own !== null) return own;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return (
    first(Object.entries(properties), ([key, property]) =>
      visit(property, [...path, key], isReachable, found),
    ) ??
    first(Object.entries(schema), ([word, value]) => {
      if (VALUES.has(word)) return null;
      const inner = MAPS.has(word) && isJsonObject(value) ? Object.values(value) : value;
      return visit(inner, [...path, word], false, found);
    })
  );
}

function readHeader(
  schema: JsonObject,
  path: readonly string[],
  isReachable: boolean,
  found: Collected,
): string | null {
  const { 'x-mcp-header': name, type } = schema;
  const place = path.join('.') || 'the schema itself';
  if (!isReachable || path.length === 0) {
    return `x-mcp-header is at ${place}, where no property of the arguments is.`;
  }
  if (typeof name !== 'string' || !TOKEN.test(name)) {
    return `x-mcp-header at ${place} is no name of a header: ${JSON.stringify(name)}.`;
  }
  if (typeof type !== 'string' || !TYPES.has(type)) {
    if (type !== 'number') return toTypeProblem(place);
    found.numbers.push(place);
  }
  if (found.names.has(name.toLowerCase())) return `x-mcp-header names ${name} twice.`;
  found.names.add(name.toLowerCase());
  found.headers.push({ name, path });
  return null;
}

function first<One>(all: readonly One[], ask: (one: One) => string | null): string | null {
  for (const one of all) {
    const answer = ask(one);
    if (answer !== null) return answer;
  }
  return null;
}

/** The headers of a call with these arguments; an argument that is absent or null has none. */
export function toParamHeaders(
  headers: readonly ParamHeader[],
  args: JsonValue | undefined,
): Record<string, string> {
  const all = headers.flatMap(({ name, path }): [string, string][] => {
    const value = path.reduce<JsonValue | undefined>(
      (object, key) => (isJsonObject(object) ? valueOf(object, key) : undefined),
      args,
    );
    if (value === undefined || value === null || typeof value === 'object') return [];
    return [[`mcp-param-${name}`, toHeaderText(String(value))]];
  });
  return Object.fromEntries(all);
}

/** A text that no header can carry as it is becomes base64, marked as the protocol says. */
export function toHeaderText(text: string): string {
  const isPlain = /^[\x21-\x7E](?:[\x20-\x7E\t]*[\x21-\x7E])?$/.test(text);
  if (isPlain && !/^=\?base64\?.*\?=$/.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}?=`;
}
