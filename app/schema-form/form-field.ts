import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';

import { toShape, type FieldShape } from './field-shape.ts';
import { resolveSchema } from './resolve-schema.ts';
import type { SchemaRoot } from './schema-root.ts';

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

/** Keyed by the schema, then by the root: a form reads the same schemas at each render. */
const known = new WeakMap<JsonObject, WeakMap<SchemaRoot, FormField>>();

/** Reads a schema as a field: one level, so that schemas that contain themselves are no problem. */
export function toFormField(schema: JsonSchema, root: SchemaRoot): FormField {
  if (!isJsonObject(schema)) return readField(schema, root);
  const fields = known.get(schema) ?? new WeakMap<SchemaRoot, FormField>();
  known.set(schema, fields);
  const field = fields.get(root) ?? readField(schema, root);
  fields.set(root, field);
  return field;
}

function readField(schema: JsonSchema, root: SchemaRoot): FormField {
  const whole = resolveSchema(schema, root);
  const { schema: plain, isNullable } = withoutNull(whole, root);
  const shape = toShape(plain, root);
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
  root: SchemaRoot,
): { schema: JsonObject; isNullable: boolean } {
  const { type, enum: options } = schema;
  const hasNull = Array.isArray(options) && options.length > 1 && options.includes(null);
  if ((Array.isArray(type) && type.includes('null') && type.length > 1) || hasNull) {
    const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : type;
    const [only] = Array.isArray(types) ? types : [];
    return {
      schema: {
        ...schema,
        ...(types === undefined
          ? {}
          : { type: Array.isArray(types) && types.length === 1 ? (only ?? null) : types }),
        ...(Array.isArray(options) ? withoutNullOption(options, schema) : {}),
      },
      isNullable: true,
    };
  }
  for (const key of ['anyOf', 'oneOf']) {
    const list = schema[key];
    if (!Array.isArray(list) || list.length < 2 || !list.some(isNullSchema)) continue;
    const rest = list.filter((option) => !isNullSchema(option));
    const { [key]: _, ...siblings } = schema;
    const [only] = rest;
    if (rest.length === 1 && only !== undefined) {
      return { schema: resolveSchema({ allOf: [only, siblings] }, root), isNullable: true };
    }
    return { schema: { ...siblings, [key]: rest }, isNullable: true };
  }
  // In the words of OpenAPI 3.0.
  return { schema, isNullable: schema['nullable'] === true };
}

/** The options but null, with their names. */
function withoutNullOption(options: readonly JsonValue[], schema: JsonObject): JsonObject {
  const kept = options.flatMap((option, index) => (option === null ? [] : [index]));
  const names = schema['enumNames'];
  return {
    enum: kept.map((index) => options[index] ?? null),
    ...(Array.isArray(names) ? { enumNames: kept.map((index) => names[index] ?? null) } : {}),
  };
}

function isNullSchema(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  const options = schema['enum'];
  const isOnlyNull = Array.isArray(options) && options.length === 1 && options[0] === null;
  return schema['type'] === 'null' || valueOf(schema, 'const') === null || isOnlyNull;
}

function describe(shape: FieldShape, schema: JsonObject): string {
  switch (shape.kind) {
    case 'number':
      return join(shape.isInteger ? 'integer' : 'number', range(schema, 'minimum', 'maximum'));
    case 'text':
      return join('text', shape.format, range(schema, 'minLength', 'maxLength', 'characters'));
    case 'list':
      return join('list', range(schema, 'minItems', 'maxItems', 'items'));
    case 'picks':
      return join('any of', range(schema, 'minItems', 'maxItems', 'values'));
    case 'json':
      return join('any JSON', describeUnread(schema));
    case 'choice':
    case 'variants':
      return 'one of';
    default:
      return shape.kind;
  }
}

/** Why a schema says nothing about its values. */
function describeUnread({ $ref, not }: JsonObject): string | null {
  if (typeof $ref === 'string') {
    return $ref.startsWith('#') ? `no schema at ${$ref}` : `schema not fetched: ${$ref}`;
  }
  return isJsonObject(not) && Object.keys(not).length === 0 ? 'no value is allowed' : null;
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
