import { FILE_SCHEMA } from '#app/blueprint/file-schema.ts';
import { patch } from '#app/blueprint/patch.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

import type { ArgumentChange } from './tool-change.ts';

/** Facts that concern each item of a list, where the argument is one. */
const OF_VALUES = [
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'enum',
] as const;

/** Facts that mean something for some types only. */
const OF_TYPE: Record<string, readonly string[]> = {
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

/** Other keywords that say the same as a fact which is cleared. */
const CLEARED: Record<string, readonly string[]> = {
  minimum: ['minimum', 'exclusiveMinimum'],
  maximum: ['maximum', 'exclusiveMaximum'],
  enum: ['enum', 'const'],
  format: ['format', 'pattern'],
};
/** Facts of a value itself, not of the items of a list or of its alternatives. */
const OF_WHOLE = new Set(['description', 'default', 'minItems', 'maxItems']);

/** Whether a schema, or that of a list's items, is said to be that of a file. */
export function isBinary(schema: JsonObject): boolean {
  const { format, items } = schema;
  return format === 'binary' || (isJsonObject(items) && items['format'] === 'binary');
}

/** The schema of a file, or of a list of files. */
export function toFileSchema(change: ArgumentChange, whole: JsonObject = {}): JsonObject {
  const { type = whole['type'], items, description = whole['description'] } = change;
  const schema: JsonObject =
    type === 'array' || items !== undefined ? { type: 'array', items: FILE_SCHEMA } : FILE_SCHEMA;
  return description === undefined ? schema : { ...schema, description };
}

/** The schema that a change makes of an argument's, or of nothing. */
export function toArgumentSchema(change: ArgumentChange, before: JsonObject | null): JsonObject {
  const start = change.schema ? { ...before, ...change.schema } : before;
  const cleared = clear(start ?? {}, change.clear ?? []);
  const type = toType(change, cleared, before === null && change.schema === undefined);
  const base = type === undefined ? cleared : withType(cleared, type);
  const isList = type === 'array' || (type === undefined && base['type'] === 'array');
  const schema = patch(base, {
    description: change.description === '' ? null : change.description,
    minItems: change.minItems,
    maxItems: change.maxItems,
  });
  if (isList) schema['items'] = withChoices(toItems(change, schema['items']));
  const whole = isList ? schema : withChoices({ ...schema, ...valueFacts(change) });
  const preset = change.default === undefined ? whole['default'] : change.default;
  return preset === undefined ? whole : withDefault(whole, preset);
}

function toType(change: ArgumentChange, before: JsonObject, isNew: boolean): string | undefined {
  if (change.type !== undefined) return change.type;
  if (change.items !== undefined) return 'array';
  if (!isNew) return isTextFormat(change.format) && isNumeric(before) ? 'string' : undefined;
  if (isTextFormat(change.format)) return 'string';
  const bounds = [change.minimum, change.maximum].filter((bound) => bound !== undefined);
  const values: JsonValue[] = change.enum ?? (bounds.length > 0 ? bounds : [change.default ?? '']);
  if (values.every((value) => Number.isInteger(value))) return 'integer';
  if (values.every((value) => typeof value === 'number')) return 'number';
  if (values.every((value) => typeof value === 'boolean')) return 'boolean';
  return typeof before['type'] === 'string' ? before['type'] : 'string';
}

/** Formats of numbers; all others are of texts. */
const NUMBER_FORMATS = new Set(['int32', 'int64', 'float', 'double', 'decimal']);

function isTextFormat(format: string | undefined): boolean {
  return format !== undefined && !NUMBER_FORMATS.has(format);
}

function isNumeric({ type }: JsonObject): boolean {
  return type === 'integer' || type === 'number';
}

/** The schema as of that type: what concerns other types is gone. */
function withType(schema: JsonObject, type: string): JsonObject {
  if (schema['type'] === type) return schema;
  const family = type === 'integer' ? 'number' : type;
  const foreign = Object.entries(OF_TYPE).flatMap(([of, keys]) => (of === family ? [] : keys));
  const isList = type === 'array';
  const gone = new Set([...foreign, '$ref', 'anyOf', 'oneOf', ...(isList ? ['enum'] : [])]);
  const entries = Object.entries(schema).filter(([key]) => !gone.has(key));
  const next: JsonObject = { ...Object.fromEntries(entries), type };
  const items = isList ? toItem(schema) : null;
  return items === null ? next : { ...next, items };
}

/** One value that becomes a list: what was said of it holds for each item. */
function toItem(schema: JsonObject): JsonObject | null {
  const facts = OF_VALUES.filter((key) => schema[key] !== undefined);
  if (facts.length === 0) return null;
  const { description: _text, title: _title, default: _default, ...item } = schema;
  return item;
}

function toItems(change: ArgumentChange, before: JsonValue | undefined): JsonObject {
  const known = isJsonObject(before) ? before : {};
  const isText = isTextFormat(change.format) && isNumeric(known);
  const type = change.items ?? (isText ? 'string' : undefined);
  const named = type === undefined ? known : withType(known, type);
  const facts = valueFacts(change);
  const isOpen = change.items === undefined && Object.keys(facts).length > 0;
  return { ...(isOpen && !('type' in named) ? { type: 'string' } : {}), ...named, ...facts };
}

function valueFacts(change: ArgumentChange): JsonObject {
  const facts: JsonObject = {};
  for (const key of OF_VALUES) {
    const value = change[key];
    if (value !== undefined) facts[key] = value;
  }
  return facts;
}

function clear(schema: JsonObject, facts: readonly string[]): JsonObject {
  if (facts.length === 0) return schema;
  const gone = new Set(facts.flatMap((fact) => CLEARED[fact] ?? [fact]));
  const entries = Object.entries(schema).filter(([key]) => !gone.has(key));
  const inner = facts.filter((fact) => !OF_WHOLE.has(fact));
  const next: JsonObject = Object.fromEntries(entries);
  for (const keyword of ['items', 'anyOf', 'oneOf', 'allOf']) {
    const part = next[keyword];
    if (isJsonObject(part)) next[keyword] = clear(part, inner);
    if (!Array.isArray(part)) continue;
    next[keyword] = part.map((each) => (isJsonObject(each) ? clear(each, inner) : each));
  }
  return next;
}

/** Choices of another type than the value's are brought to it, or go. */
function withChoices(schema: JsonObject): JsonObject {
  const { enum: choices, ...rest } = schema;
  const { type } = schema;
  if (!Array.isArray(choices) || typeof type !== 'string') return schema;
  const fitted = choices.flatMap((value) => fitValue(value, type) ?? []);
  return fitted.length > 0 ? { ...rest, enum: fitted } : rest;
}

/** A default of another type than the argument's is brought to it, or goes. */
function withDefault(schema: JsonObject, value: JsonValue): JsonObject {
  const { default: _old, ...rest } = schema;
  const { type } = schema;
  const fitted = typeof type === 'string' ? fitValue(value, type) : value;
  return fitted === undefined ? rest : { ...rest, default: fitted };
}

/** A plain value as one of that type; undefined where it cannot be one. */
function fitValue(value: JsonValue, type: string): JsonValue | undefined {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  if (type === 'string') return isPlain ? `${value}` : value;
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  if (type !== 'integer' && type !== 'number') return undefined;
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined;
}
