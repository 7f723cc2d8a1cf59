import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { resolveSchema } from './resolve-schema.ts';

type Definitions = Blueprint['definitions'];

export interface Property {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

export interface Variant {
  label: string;
  schema: JsonObject;
}

/** How a value is edited. */
export type FieldShape =
  | { kind: 'constant'; value: JsonValue }
  | { kind: 'choice'; options: JsonValue[] }
  | { kind: 'boolean' }
  | { kind: 'number'; isInteger: boolean }
  | { kind: 'text'; format: string | null; isLong: boolean }
  | { kind: 'file' }
  /** `extra`: the schema of further properties; null where there may be none. */
  | { kind: 'object'; properties: Property[]; extra: JsonSchema | null }
  | { kind: 'list'; item: JsonSchema }
  | { kind: 'variants'; variants: Variant[] }
  /** Anything: edited as JSON. */
  | { kind: 'json' };

/** One schema as a field of a form. */
export interface FormField {
  shape: FieldShape;
  isNullable: boolean;
  title: string | null;
  description: string | null;
  /** Kind of value in few words: `integer · 1 to 100`. */
  note: string;
  example: JsonValue | undefined;
}

/** Reads a schema as a field: one level, so that schemas that contain themselves are no problem. */
export function toFormField(schema: JsonSchema, definitions: Definitions): FormField {
  const whole = resolveSchema(schema, definitions);
  const { schema: plain, isNullable } = withoutNull(whole, definitions);
  const shape = toShape(plain);
  const examples = plain['examples'];
  return {
    shape,
    isNullable,
    title: text(whole['title'] ?? plain['title']),
    description: text(whole['description'] ?? plain['description']),
    note: describe(shape, plain),
    example: plain['default'] ?? (Array.isArray(examples) ? examples[0] : undefined),
  };
}

/** Takes `null` out of a schema's types and alternatives, and returns whether it was there. */
function withoutNull(
  schema: JsonObject,
  definitions: Definitions,
): { schema: JsonObject; isNullable: boolean } {
  const { type } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const types = type.filter((name) => name !== 'null');
    const options = schema['enum'];
    return {
      schema: {
        ...schema,
        type: types.length === 1 ? (types[0] ?? null) : types,
        ...(Array.isArray(options) ? { enum: options.filter((option) => option !== null) } : {}),
      },
      isNullable: true,
    };
  }
  for (const key of ['anyOf', 'oneOf']) {
    const list = schema[key];
    if (!Array.isArray(list) || !list.some(isNullSchema)) continue;
    const rest = list.filter((option) => !isNullSchema(option));
    const { [key]: _, ...siblings } = schema;
    const [only] = rest;
    if (rest.length === 1 && isJsonObject(only)) {
      return { schema: resolveSchema({ ...only, ...siblings }, definitions), isNullable: true };
    }
    return { schema: { ...siblings, [key]: rest }, isNullable: true };
  }
  return { schema, isNullable: false };
}

function isNullSchema(schema: JsonValue): boolean {
  return isJsonObject(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

function toShape(schema: JsonObject): FieldShape {
  if (schema['const'] !== undefined) return { kind: 'constant', value: schema['const'] };
  const options = schema['enum'];
  if (Array.isArray(options)) {
    const [only] = options;
    return options.length === 1 && only !== undefined
      ? { kind: 'constant', value: only }
      : { kind: 'choice', options };
  }
  const variants = toVariants(schema);
  if (variants) return { kind: 'variants', variants };
  switch (schema['type'] ?? guessType(schema)) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'integer':
      return { kind: 'number', isInteger: true };
    case 'number':
      return { kind: 'number', isInteger: false };
    case 'string':
      return toTextShape(schema);
    case 'array':
      return { kind: 'list', item: toSchema(schema['items']) ?? true };
    case 'object':
      return toObjectShape(schema);
    default:
      return { kind: 'json' };
  }
}

/** Alternatives that one picks among: `oneOf`, `anyOf`, or several types. */
function toVariants(schema: JsonObject): Variant[] | null {
  for (const key of ['oneOf', 'anyOf']) {
    const list = schema[key];
    if (!Array.isArray(list) || list.length === 0) continue;
    const { [key]: _, description: __, title: ___, ...siblings } = schema;
    return list.filter(isJsonObject).map((option, index) => ({
      label: labelVariant(option, index),
      schema: { ...siblings, ...option },
    }));
  }
  const { type } = schema;
  if (!Array.isArray(type)) return null;
  return type
    .filter((name) => typeof name === 'string')
    .map((name) => ({ label: name, schema: { ...schema, type: name } }));
}

function labelVariant(schema: JsonObject, index: number): string {
  const ref = schema['$ref'];
  if (typeof schema['title'] === 'string') return schema['title'];
  if (typeof ref === 'string') return decodeURIComponent(ref.split('/').at(-1) ?? ref);
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  return typeof schema['type'] === 'string' ? schema['type'] : `Option ${index + 1}`;
}

function toTextShape(schema: JsonObject): FieldShape {
  const format = text(schema['format']);
  const { maxLength, contentEncoding, contentMediaType } = schema;
  const isLong =
    format === null &&
    (contentEncoding !== undefined ||
      contentMediaType !== undefined ||
      (typeof maxLength === 'number' && maxLength > 300));
  return { kind: 'text', format, isLong };
}

function toObjectShape(schema: JsonObject): FieldShape {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  if (isFile(properties)) return { kind: 'file' };
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const extra = schema['additionalProperties'];
  return {
    kind: 'object',
    properties: Object.entries(properties).map(([name, property]) => ({
      name,
      schema: toSchema(property) ?? true,
      isRequired: required.includes(name),
    })),
    extra: extra === false ? null : (toSchema(extra) ?? true),
  };
}

/** `{data: base64, name?, mediaType?}`: how tools take files. */
function isFile(properties: JsonObject): boolean {
  const { data } = properties;
  return (
    isJsonObject(data) &&
    data['contentEncoding'] === 'base64' &&
    ('name' in properties || 'mediaType' in properties)
  );
}

function guessType(schema: JsonObject): string | undefined {
  if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined) {
    return 'object';
  }
  return schema['items'] === undefined ? undefined : 'array';
}

function describe(shape: FieldShape, schema: JsonObject): string {
  switch (shape.kind) {
    case 'number':
      return join(shape.isInteger ? 'integer' : 'number', range(schema, 'minimum', 'maximum'));
    case 'text':
      return join('text', shape.format, range(schema, 'minLength', 'maxLength', 'characters'));
    case 'list':
      return join('list', range(schema, 'minItems', 'maxItems', 'items'));
    case 'json':
      return 'any JSON';
    case 'choice':
    case 'variants':
      return 'one of';
    default:
      return shape.kind;
  }
}

function range(schema: JsonObject, low: string, high: string, unit = ''): string | null {
  const least = schema[low];
  const most = schema[high];
  if (typeof least === 'number' && typeof most === 'number') return `${least} to ${most} ${unit}`;
  if (typeof least === 'number' && least > 0) return `at least ${least} ${unit}`;
  return typeof most === 'number' ? `at most ${most} ${unit}` : null;
}

function join(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ').trim();
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function toSchema(value: JsonValue | undefined): JsonSchema | null {
  return typeof value === 'boolean' || isJsonObject(value) ? value : null;
}
