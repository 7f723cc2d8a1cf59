import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';

/** How much a shortened schema still says. */
export interface Relaxing {
  /** Levels of properties that are kept below a schema; of what is deeper, the type remains. */
  depth: number;
  /** Characters of a description, of which the first sentence is kept. */
  descriptionLength: number;
  /** Characters of an enum's JSON; of a longer one, the type remains. */
  enumLength: number;
  /** Schema to show in place of a `$ref`. */
  toRef: (ref: string) => JsonObject;
}

/**
 * Keywords that are left out: those that may refuse a value because a schema inside them accepts more, and
 * those that a caller can do without.
 */
const LEFT_OUT = new Set(
  (
    'not if then else contains minContains maxContains unevaluatedItems unevaluatedProperties ' +
    'dependentSchemas $defs examples $comment'
  ).split(' '),
);

/** Keywords of one value's kind, kept where a schema is too deep to be described. */
const STUB = ['type', 'const', 'enum', 'x-mcp-header'];

/** A shorter schema that accepts at least what the given one accepts. */
export function relaxSchema(schema: JsonSchema, relaxing: Relaxing): JsonSchema {
  return typeof schema === 'boolean' ? schema : relax(schema, relaxing.depth, relaxing);
}

function relax(schema: JsonObject, depth: number, relaxing: Relaxing): JsonObject {
  const { $ref: ref } = schema;
  const relaxed: JsonObject = typeof ref === 'string' ? { ...relaxing.toRef(ref) } : {};
  for (const keyword of Object.keys(schema)) {
    if (keyword === '$ref' || LEFT_OUT.has(keyword)) continue;
    if (depth < 0 && !STUB.includes(keyword)) continue;
    // One of several alternatives, relaxed, may overlap another.
    const name = keyword === 'oneOf' && schema['anyOf'] === undefined ? 'anyOf' : keyword;
    if (name === 'oneOf') continue;
    const value = relaxKeyword(keyword, schema[keyword] ?? null, depth, relaxing);
    if (value !== undefined) relaxed[name] = value;
  }
  return relaxed;
}

function relaxKeyword(
  keyword: string,
  value: JsonValue,
  depth: number,
  relaxing: Relaxing,
): JsonValue | undefined {
  const each = (part: JsonValue, below: number) =>
    isJsonObject(part) ? relax(part, below, relaxing) : part;
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return isJsonObject(value) ? relaxEach(value, (part) => each(part, depth - 1)) : value;
    case 'additionalProperties':
      return each(value, depth - 1);
    case 'items':
    case 'propertyNames':
      return each(value, depth);
    case 'prefixItems':
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value) ? value.map((part) => each(part, depth)) : value;
    case 'enum':
      return JSON.stringify(value).length > relaxing.enumLength ? undefined : value;
    case 'description':
      return typeof value === 'string' ? shortenText(value, relaxing.descriptionLength) : undefined;
    default:
      return value;
  }
}

function relaxEach(schemas: JsonObject, change: (schema: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, part]) => [name, change(part)]));
}

/** The first sentence, or as much of it as there is room for; undefined where there is none. */
export function shortenText(text: string, length: number): string | undefined {
  if (length === 0) return undefined;
  if (text.length <= length) return text;
  const [sentence = ''] = /^.+?[.!?](?=\s)/su.exec(text.slice(0, length + 1)) ?? [];
  if (sentence !== '') return sentence;
  const cut = text.slice(0, length - 1);
  const end = cut.search(/\s\S*$/u);
  return `${(end > length / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
