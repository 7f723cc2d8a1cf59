import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { toFormField, type FieldShape, type Variant } from './form-field.ts';
import { resolveSchema } from './resolve-schema.ts';

type Definitions = Blueprint['definitions'];

const OPEN_AT_ONCE = new Set<FieldShape['kind']>(['constant', 'object', 'variants', 'list']);

/** Schemas that contain themselves as required would never end. */
const MAX_DEPTH = 4;

/** The value that a field starts with once it is set; what must be constant is filled in. */
export function startValue(schema: JsonSchema, definitions: Definitions, depth = 0): JsonValue {
  const whole = resolveSchema(schema, definitions);
  if (whole['default'] !== undefined) return whole['default'];
  const { shape } = toFormField(schema, definitions);
  switch (shape.kind) {
    case 'constant':
      return shape.value;
    case 'choice':
      return shape.options[0] ?? null;
    case 'boolean':
      return false;
    case 'number':
      return typeof whole['minimum'] === 'number' ? whole['minimum'] : 0;
    case 'text':
      return '';
    case 'file':
      return { data: '' };
    case 'list':
      return [];
    case 'variants': {
      const [first] = shape.variants;
      return first ? startValue(first.schema, definitions, depth + 1) : null;
    }
    case 'object':
      return depth > MAX_DEPTH ? {} : startObject(shape, definitions, depth);
    case 'json':
      return null;
  }
}

/** Only what must be there: the document's own examples, and what has fields of its own. */
function startObject(
  shape: Extract<FieldShape, { kind: 'object' }>,
  definitions: Definitions,
  depth: number,
): JsonObject {
  const value: JsonObject = {};
  for (const property of shape.properties) {
    if (!property.isRequired) continue;
    const field = toFormField(property.schema, definitions);
    if (field.example !== undefined) value[property.name] = field.example;
    else if (OPEN_AT_ONCE.has(field.shape.kind)) {
      value[property.name] = startValue(property.schema, definitions, depth + 1);
    }
  }
  return value;
}

/** Whether the form's control for a shape can show a value without changing it. */
export function canShow(shape: FieldShape, value: JsonValue, definitions: Definitions): boolean {
  switch (shape.kind) {
    case 'constant':
      return isSame(value, shape.value);
    case 'choice':
      return shape.options.some((option) => isSame(option, value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'text':
      return typeof value === 'string';
    case 'file':
      return isJsonObject(value) && typeof value['data'] === 'string';
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'variants':
      return findVariant(shape.variants, value, definitions) >= 0;
    case 'json':
      return true;
  }
}

/** The alternative that a value belongs to: the first whose required and constant parts agree; -1: none. */
export function findVariant(
  variants: readonly Variant[],
  value: JsonValue,
  definitions: Definitions,
): number {
  const fits = variants.map((variant) => fitOf(variant.schema, value, definitions));
  const best = Math.max(...fits);
  return best > 0 ? fits.indexOf(best) : -1;
}

/** 0: of another kind; 1: of this kind; 2: and with all that is required. */
function fitOf(schema: JsonSchema, value: JsonValue, definitions: Definitions): number {
  const { shape } = toFormField(schema, definitions);
  if (!canShow(shape, value, definitions)) return 0;
  if (shape.kind !== 'object' || !isJsonObject(value)) return 2;
  for (const property of shape.properties) {
    const field = toFormField(property.schema, definitions);
    const own = value[property.name];
    if (field.shape.kind === 'constant' && own !== undefined && !isSame(own, field.shape.value)) {
      return 0;
    }
    if (property.isRequired && own === undefined) return 1;
  }
  return 2;
}

/** The object with a property set, or taken out where the value is undefined. Order is kept. */
export function setProperty(
  object: JsonObject,
  name: string,
  value: JsonValue | undefined,
): JsonObject {
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _, ...rest } = object;
  return rest;
}

/** The object with one property under another name, in its place; unchanged where that is taken. */
export function renameProperty(object: JsonObject, from: string, to: string): JsonObject {
  if (from === to || Object.hasOwn(object, to)) return object;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === from ? to : name, value]),
  );
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
