import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';

import { resolveSchema } from './resolve-schema.ts';
import type { SchemaRoot } from './schema-root.ts';
import { toVariants, type Variant } from './to-variants.ts';

export interface Property {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** Schemas by a pattern of the names of further properties. */
export interface PropertyPattern {
  pattern: string;
  schema: JsonSchema;
}

/** Values to choose from; a title of null: the value stands for itself. */
export interface Choices {
  options: JsonValue[];
  titles: (string | null)[];
}

/** How a value is edited. */
export type FieldShape =
  | { kind: 'constant'; value: JsonValue }
  | ({ kind: 'choice' } & Choices)
  /** Several of a few values, each once. */
  | ({ kind: 'picks' } & Choices)
  | { kind: 'boolean' }
  | { kind: 'number'; isInteger: boolean }
  | { kind: 'text'; format: string | null; isLong: boolean }
  | { kind: 'file' }
  /** `extra`: the schema of further properties; null where there may be none but those of the patterns. */
  | {
      kind: 'object';
      properties: Property[];
      patterns: PropertyPattern[];
      extra: JsonSchema | null;
    }
  /** `prefix`: schemas of the first items; `item` of those behind them, null where there may be none. */
  | { kind: 'list'; prefix: JsonSchema[]; item: JsonSchema | null }
  | { kind: 'variants'; variants: Variant[] }
  /** Anything: edited as JSON. */
  | { kind: 'json' };

export type ObjectShape = Extract<FieldShape, { kind: 'object' }>;
export type ListShape = Extract<FieldShape, { kind: 'list' }>;

/** How the values of a resolved schema are edited. */
export function toShape(schema: JsonObject, root: SchemaRoot): FieldShape {
  const constant = valueOf(schema, 'const');
  if (constant !== undefined) return { kind: 'constant', value: constant };
  const choices = toChoices(schema);
  const [only] = choices?.options ?? [];
  if (choices !== null) {
    return choices.options.length === 1 && only !== undefined
      ? { kind: 'constant', value: only }
      : { kind: 'choice', ...choices };
  }
  const variants = toVariants(schema, root);
  if (variants) return { kind: 'variants', variants };
  switch (schema['type'] ?? guessType(schema)) {
    case 'null':
      return { kind: 'constant', value: null };
    case 'boolean':
      return { kind: 'boolean' };
    case 'integer':
      return { kind: 'number', isInteger: true };
    case 'number':
      return { kind: 'number', isInteger: false };
    case 'string':
      return toTextShape(schema);
    case 'array':
      return toListShape(schema, root);
    case 'object':
      return toObjectShape(schema);
    default:
      return { kind: 'json' };
  }
}

/** The values of an `enum`, with the titles of `enumNames`; or of alternatives that are constants. */
function toChoices(schema: JsonObject): Choices | null {
  const options = schema['enum'];
  if (Array.isArray(options) && options.length > 0) {
    const names = schema['enumNames'] ?? schema['x-enumNames'] ?? schema['x-enum-varnames'];
    return {
      options,
      titles: options.map((_, index) => (Array.isArray(names) ? textOf(names[index]) : null)),
    };
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const list = schema[keyword];
    if (!Array.isArray(list) || list.length < 2) continue;
    const constants = list.map((option) => (isJsonObject(option) ? constantOf(option) : undefined));
    if (constants.some((value) => value === undefined)) continue;
    return {
      options: constants.map((value) => value ?? null),
      titles: list.map((option) => (isJsonObject(option) ? textOf(option['title']) : null)),
    };
  }
  return null;
}

function constantOf(schema: JsonObject): JsonValue | undefined {
  const options = schema['enum'];
  if (Array.isArray(options) && options.length === 1) return options[0];
  return valueOf(schema, 'const');
}

function toTextShape(schema: JsonObject): FieldShape {
  const format = textOf(schema['format']);
  const { maxLength, contentEncoding, contentMediaType } = schema;
  const isLong =
    format === null &&
    (contentEncoding !== undefined ||
      contentMediaType !== undefined ||
      (typeof maxLength === 'number' && maxLength > 300));
  return { kind: 'text', format, isLong };
}

function toListShape(schema: JsonObject, root: SchemaRoot): FieldShape {
  const prefix = Array.isArray(schema['prefixItems'])
    ? schema['prefixItems'].map((item) => toSchema(item) ?? true)
    : [];
  const item = schema['items'] === false ? null : (toSchema(schema['items']) ?? true);
  if (prefix.length === 0 && isJsonObject(item)) {
    const choices = toChoices(resolveSchema(item, root));
    if (choices !== null) return { kind: 'picks', ...choices };
  }
  return { kind: 'list', prefix, item };
}

function toObjectShape(schema: JsonObject): FieldShape {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  if (isFile(properties)) return { kind: 'file' };
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const extra = schema['additionalProperties'] ?? schema['unevaluatedProperties'];
  const patterns = isJsonObject(schema['patternProperties']) ? schema['patternProperties'] : {};
  const all = { ...conditionalProperties(schema), ...properties };
  const names = [...new Set([...Object.keys(properties), ...Object.keys(all)])];
  return {
    kind: 'object',
    properties: names.map((name) => ({
      name,
      schema: toSchema(valueOf(all, name)) ?? true,
      isRequired: required.includes(name),
    })),
    patterns: Object.entries(patterns).map(([pattern, part]) => ({
      pattern,
      schema: toSchema(part) ?? true,
    })),
    extra: extra === false ? null : (toSchema(extra) ?? true),
  };
}

/** Properties that are allowed, or asked for, only where others are there. */
function conditionalProperties(schema: JsonObject): JsonObject {
  const { dependentSchemas } = schema;
  const parts = [
    schema['then'],
    schema['else'],
    ...(isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
  ];
  const entries = parts.flatMap((part) => {
    const properties = isJsonObject(part) ? part['properties'] : undefined;
    return isJsonObject(properties) ? Object.entries(properties) : [];
  });
  return Object.fromEntries(entries);
}

/** `{data: base64, name?, mediaType?}`: how tools take files. */
function isFile(properties: JsonObject): boolean {
  const { data } = properties;
  return (
    isJsonObject(data) &&
    data['contentEncoding'] === 'base64' &&
    (Object.hasOwn(properties, 'name') || Object.hasOwn(properties, 'mediaType'))
  );
}

const OBJECT_KEYWORDS = ['properties', 'additionalProperties', 'patternProperties', 'required'];

function guessType(schema: JsonObject): string | undefined {
  if (OBJECT_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return 'object';
  const isList = schema['items'] !== undefined || schema['prefixItems'] !== undefined;
  return isList ? 'array' : undefined;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function toSchema(value: JsonValue | undefined): JsonSchema | null {
  return typeof value === 'boolean' || isJsonObject(value) ? value : null;
}
