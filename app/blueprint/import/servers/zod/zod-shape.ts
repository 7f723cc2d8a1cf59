import { put } from '#app/blueprint/import/json-object.ts';
import { sizeOf } from '#app/blueprint/import/servers/values/size-of.ts';
import type { JsonObject } from '#app/runtime/json.ts';

/** A schema of Zod, as far as JSON Schema says it, on the side of what is given. */
export interface ZodShape {
  /** Without `properties` and `required` of an object. */
  schema: JsonObject;
  /** It may be left out. */
  isOptional: boolean;
  /** Of an object; null: it is none. */
  properties: ReadonlyMap<string, ZodShape> | null;
  /** Of an array: its items; of a wrapper: what is inside. */
  inner: ZodShape | null;
  /** Parts that are only known when it runs, one sentence each. */
  gaps: readonly string[];
}

export function plainShape(schema: JsonObject, gaps: readonly string[] = []): ZodShape {
  return { schema, isOptional: false, properties: null, inner: null, gaps };
}

export function toObjectShape(
  properties: ReadonlyMap<string, ZodShape>,
  more: JsonObject = {},
  gaps: readonly string[] = [],
): ZodShape {
  return { schema: { type: 'object', ...more }, isOptional: false, properties, inner: null, gaps };
}

const wholes = new WeakMap<ZodShape, JsonObject>();
const openParts = new WeakMap<ZodShape, readonly string[]>();
/** Values in one schema at most: code that names itself twice a line doubles them with each. */
const MAX_SIZE = 20_000;
const MAX_GAPS = 20;

/** The whole of a shape as JSON Schema. */
export function shapeToSchema(shape: ZodShape): JsonObject {
  const known = wholes.get(shape);
  if (known) return known;
  const { schema, properties } = shape;
  const all: JsonObject = {};
  const required: string[] = [];
  for (const [name, property] of properties ?? []) {
    put(all, name, shapeToSchema(property));
    if (!property.isOptional) required.push(name);
  }
  const names: JsonObject = required.length === 0 ? {} : { required };
  const whole = properties === null ? schema : { ...schema, properties: all, ...names };
  const small = sizeOf(whole) > MAX_SIZE ? {} : whole;
  wholes.set(shape, small);
  return small;
}

/** All that is not known of a shape, with the names of the properties that it is about. */
export function listGaps(shape: ZodShape): readonly string[] {
  const known = openParts.get(shape);
  if (known) return known;
  const inside = [...(shape.properties ?? [])].flatMap(([name, property]) =>
    listGaps(property).map((gap) => `${name}: ${gap}`),
  );
  const gaps = [...shape.gaps, ...inside].slice(0, MAX_GAPS);
  openParts.set(shape, gaps);
  return gaps;
}
