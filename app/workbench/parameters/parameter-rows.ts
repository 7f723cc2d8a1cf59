import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import type { FieldShape } from '#app/schema-form/field-shape.ts';
import { toFormField } from '#app/schema-form/form-field.ts';
import { resolveSchema } from '#app/schema-form/resolve-schema.ts';
import type { SchemaRoot } from '#app/schema-form/schema-root.ts';
import { rootOfDefinitions } from '#app/schema-form/root-of-definitions.ts';

type Definitions = Blueprint['definitions'];

/** One line of a parameter table: an argument, or a property inside one. */
export interface ParameterRow {
  name: string;
  /** Where the request carries it: path, query, header, cookie, body; null inside of an argument. */
  place: string | null;
  /** In the words of JSON Schema: `integer · 1 to 100`, `array of string`. */
  type: string;
  isRequired: boolean;
  description: string | null;
  /** The values that it may have; empty: not listed. */
  values: readonly JsonValue[];
  /** The value that counts where none is given. */
  fallback: JsonValue | undefined;
  /** For the lines inside it. */
  schema: JsonSchema;
}

/** Schemas that contain themselves only as lists or alternatives would never end. */
const MAX_DEPTH = 8;

/** The arguments of a tool, required ones first, each with its place in the request. */
export function toArgumentRows(
  { inputSchema, action }: Pick<Tool, 'inputSchema' | 'action'>,
  definitions: Definitions,
): ParameterRow[] {
  const places = new Map<string, string>();
  if (action.kind === 'http') {
    for (const { argument, in: place } of action.parameters) {
      places.set(argument, place === 'querystring' ? 'query' : place);
    }
    if (action.body) places.set(action.body.argument, 'body');
    if (action.body?.mediaTypeArgument) places.set(action.body.mediaTypeArgument, 'header');
  }
  const rows = toInnerRows(inputSchema, definitions);
  return rows.map((row) => ({ ...row, place: places.get(row.name) ?? null })).toSorted(byNeed);
}

function byNeed(one: ParameterRow, other: ParameterRow): number {
  return Number(other.isRequired) - Number(one.isRequired);
}

/** The lines inside a value: properties of an object or of a list's items, or its alternatives. */
export function toInnerRows(
  schema: JsonSchema,
  definitions: Definitions,
  depth = 0,
): ParameterRow[] {
  if (depth > MAX_DEPTH) return [];
  const root = rootOfDefinitions(definitions);
  const { shape } = toFormField(schema, root);
  switch (shape.kind) {
    case 'object':
      return shape.properties.map(({ name, schema: inner, isRequired }) =>
        toRow(name, inner, isRequired, root),
      );
    case 'list':
      return toInnerRows(shape.item ?? false, definitions, depth + 1);
    case 'variants': {
      const open = shape.variants.filter(
        (variant) => toInnerRows(variant.schema, definitions, depth + 1).length > 0,
      );
      const [only] = open;
      if (open.length === 1 && only) return toInnerRows(only.schema, definitions, depth + 1);
      return open.map(({ label, schema: inner }) => toRow(label, inner, false, root));
    }
    default:
      return [];
  }
}

function toRow(
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
  root: SchemaRoot,
): ParameterRow {
  const field = toFormField(schema, root);
  const { shape } = field;
  // The words behind the first one are limits: format, range, length.
  const limits = ['number', 'text', 'list', 'picks'].includes(shape.kind)
    ? field.note.split(' · ').slice(1)
    : [];
  const type = [nameType(shape, root), ...limits, ...(field.isNullable ? ['nullable'] : [])];
  return {
    name,
    place: null,
    type: type.join(' · '),
    isRequired,
    description: field.description ?? field.title,
    values: valuesOf(shape),
    fallback: resolveSchema(schema, root)['default'],
    schema,
  };
}

function valuesOf(shape: FieldShape): readonly JsonValue[] {
  if (shape.kind === 'choice' || shape.kind === 'picks') return shape.options;
  return shape.kind === 'constant' ? [shape.value] : [];
}

function nameType(shape: FieldShape, root: SchemaRoot, depth = 0): string {
  switch (shape.kind) {
    case 'text':
      return 'string';
    case 'number':
      return shape.isInteger ? 'integer' : 'number';
    case 'list':
      return depth > MAX_DEPTH || shape.item === null
        ? 'array'
        : `array of ${nameType(toFormField(shape.item, root).shape, root, depth + 1)}`;
    case 'choice':
      return nameOptions(shape.options);
    case 'picks':
      return `array of ${nameOptions(shape.options)}`;
    case 'constant':
      return nameValueType(shape.value);
    case 'variants':
      return shape.variants.map(({ label }) => label).join(' or ');
    case 'json':
      return 'any';
    default:
      return shape.kind;
  }
}

function nameOptions(options: readonly JsonValue[]): string {
  return [...new Set(options.map(nameValueType))].join(' or ');
}

function nameValueType(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
