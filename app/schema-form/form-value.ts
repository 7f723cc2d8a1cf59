import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { StepBudget, TooComplex } from '#app/runtime/schema/step-budget.ts';
import { patternOf } from '#app/runtime/schema/pattern/pattern.ts';

import { isSameText } from './can-show.ts';
import type { FieldShape, ObjectShape } from './field-shape.ts';
import { toFormField } from './form-field.ts';
import { resolveSchema } from './resolve-schema.ts';
import type { SchemaRoot } from './schema-root.ts';

const OPEN_AT_ONCE = new Set<FieldShape['kind']>(['constant', 'object', 'variants', 'list']);

/** Steps to match the name of one property. */
const MAX_PATTERN_STEPS = 20_000;

/** Schemas that contain themselves as required would never end. */
const MAX_DEPTH = 4;
/** Values within one start: each level may require many of the next. */
const MAX_VALUES = 300;

/** A value that is being made. */
interface Start {
  root: SchemaRoot;
  valuesLeft: number;
}

/** The value that a field starts with once it is set; what must be constant is filled in. */
export function startValue(schema: JsonSchema, root: SchemaRoot): JsonValue {
  return start(schema, { root, valuesLeft: MAX_VALUES }, 0);
}

function start(schema: JsonSchema, made: Start, depth: number): JsonValue {
  const { root } = made;
  made.valuesLeft -= 1;
  const isDeep = depth > MAX_DEPTH || made.valuesLeft < 0;
  const whole = resolveSchema(schema, root);
  if (whole['default'] !== undefined) return whole['default'];
  const { shape } = toFormField(schema, root);
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
    case 'picks':
      return [];
    case 'list':
      return isDeep ? [] : shape.prefix.map((item) => start(item, made, depth + 1));
    case 'variants': {
      const [first] = shape.variants;
      return first && !isDeep ? start(first.schema, made, depth + 1) : null;
    }
    case 'object':
      return isDeep ? {} : startObject(shape, made, depth);
    case 'json':
      return null;
  }
}

/** Only what must be there: the document's own examples, and what has fields of its own. */
function startObject(shape: ObjectShape, made: Start, depth: number): JsonObject {
  const value: [string, JsonValue][] = [];
  for (const property of shape.properties) {
    if (!property.isRequired || made.valuesLeft < 0) continue;
    const field = toFormField(property.schema, made.root);
    if (field.example !== undefined) value.push([property.name, field.example]);
    else if (OPEN_AT_ONCE.has(field.shape.kind)) {
      value.push([property.name, start(property.schema, made, depth + 1)]);
    }
  }
  return Object.fromEntries(value);
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

/** The schema of a further property of this name; null where there may be none. */
export function extraSchema({ patterns, extra }: ObjectShape, name: string): JsonSchema | null {
  const budget = new StepBudget(MAX_PATTERN_STEPS);
  const fitting = patterns.filter(({ pattern }) => {
    try {
      return patternOf(pattern)?.matches(name, budget) === true;
    } catch (error) {
      // Too much to find out: the property is shown as JSON.
      if (error instanceof TooComplex) return false;
      throw error;
    }
  });
  const [first, ...others] = fitting;
  if (first === undefined) return extra;
  return others.length === 0 ? first.schema : { allOf: fitting.map(({ schema }) => schema) };
}

/** The start of another alternative, with those properties of the value before that it has, too. */
export function carryOver(before: JsonValue, schema: JsonSchema, root: SchemaRoot): JsonValue {
  const started = startValue(schema, root);
  const { shape } = toFormField(schema, root);
  if (!isJsonObject(before) || !isJsonObject(started) || shape.kind !== 'object') return started;
  const kept = shape.properties.flatMap(({ name, schema: part }): [string, JsonValue][] => {
    const value = Object.hasOwn(before, name) ? before[name] : undefined;
    if (value === undefined) return [];
    const own = toFormField(part, root).shape;
    return own.kind === 'constant' && !isSameText(own.value, value) ? [] : [[name, value]];
  });
  return { ...started, ...Object.fromEntries(kept) };
}
