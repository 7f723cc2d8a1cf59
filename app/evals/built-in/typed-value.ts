import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

/** A value as somebody wrote it. */
export interface WrittenValue {
  text: string;
  /** It stood in quotes: text, whatever it looks like. */
  isQuoted: boolean;
}

/** The types that a schema allows, of `type`, `const`, `enum` and branches; empty: any. */
export function allowedTypes(schema: JsonObject | undefined): string[] {
  if (schema === undefined) return [];
  const { type, enum: choices, anyOf, oneOf } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string');
  if (Array.isArray(choices)) return [...new Set(choices.map(typeOf))];
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  return branches.filter(isJsonObject).flatMap(allowedTypes);
}

/** The value of a type that the schema allows; undefined where the text is none. */
export function toTypedValue(
  value: WrittenValue,
  schema: JsonObject | undefined,
): JsonValue | undefined {
  const types = allowedTypes(schema);
  if (types.length === 0) return value.isQuoted ? value.text : (readJson(value.text) ?? value.text);
  for (const type of types.toSorted((one, other) => rank(one) - rank(other))) {
    const typed = toType(value, type, schema);
    if (typed !== undefined) return typed;
  }
  return undefined;
}

/** The order in which types are tried: text comes last, since anything is text. */
function rank(type: string): number {
  return type === 'string' ? 2 : type === 'array' ? 1 : 0;
}

function toType(
  { text, isQuoted }: WrittenValue,
  type: string,
  schema: JsonObject | undefined,
): JsonValue | undefined {
  switch (type) {
    case 'string':
      return text;
    case 'number':
    case 'integer':
      return toNumber(text, type === 'integer');
    case 'boolean':
      return toBoolean(text);
    case 'null':
      return /^(null|none)$/i.test(text) ? null : undefined;
    case 'object': {
      const read = readJson(text);
      return isJsonObject(read) ? read : undefined;
    }
    case 'array':
      return toArray({ text, isQuoted }, schema);
    default:
      return undefined;
  }
}

function toNumber(text: string, isWhole: boolean): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number) || (isWhole && !Number.isInteger(number))) return undefined;
  return number;
}

function toBoolean(text: string): boolean | undefined {
  if (/^(true|yes|on)$/i.test(text)) return true;
  return /^(false|no|off)$/i.test(text) ? false : undefined;
}

function toArray(value: WrittenValue, schema: JsonObject | undefined): JsonValue[] | undefined {
  const read = readJson(value.text);
  if (Array.isArray(read)) return read;
  const items = schema?.['items'];
  const item = toTypedValue(value, isJsonObject(items) ? items : undefined);
  return item === undefined ? undefined : [item];
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
