import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';

import type { Choices, FieldShape, ObjectShape } from './field-shape.ts';
import { toFormField } from './form-field.ts';
import type { SchemaRoot } from './schema-root.ts';
import type { Variant } from './to-variants.ts';

/** The properties of a file that its control shows. */
const FILE_PROPERTIES = new Set(['data', 'name', 'mediaType']);
/** How deep a value is looked into to find its alternative, and at how many of its items. */
const MAX_FIT_DEPTH = 3;
const MAX_FIT_ITEMS = 10;
/** Schemas that are looked at in one search: alternatives of alternatives grow with each level. */
const MAX_LOOKS = 3_000;

/** A search for the alternative of a value. */
interface Search {
  root: SchemaRoot;
  looksLeft: number;
}

/** Whether the form's control for a shape can show a value without changing it. */
export function canShow(shape: FieldShape, value: JsonValue, root: SchemaRoot): boolean {
  switch (shape.kind) {
    case 'constant':
      return isSameText(value, shape.value);
    case 'choice':
      return isOption(shape, value);
    case 'picks':
      return Array.isArray(value) && areDistinctOptions(shape, value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'text':
      return typeof value === 'string';
    case 'file':
      return (
        isJsonObject(value) &&
        typeof value['data'] === 'string' &&
        Object.keys(value).every((name) => FILE_PROPERTIES.has(name))
      );
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'variants':
      return findVariant(shape.variants, value, root) >= 0;
    case 'json':
      return true;
  }
}

function isOption({ options }: Choices, value: JsonValue): boolean {
  return options.some((option) => isSameText(option, value));
}

function areDistinctOptions(choices: Choices, values: readonly JsonValue[]): boolean {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return texts.size === values.length && values.every((value) => isOption(choices, value));
}

/**
 * The alternative that a value belongs to, the first of those that fit best; -1: none, or none that is found
 * soon enough.
 */
export function findVariant(
  variants: readonly Variant[],
  value: JsonValue,
  root: SchemaRoot,
): number {
  const search = { root, looksLeft: MAX_LOOKS };
  const fits = variants.map(({ schema }) => findFit(schema, value, search, 0));
  const best = Math.max(0, ...fits);
  return best > 0 ? fits.indexOf(best) : -1;
}

/** 0: of another kind; below 2: of this kind, with something missing or wrong; 2 to 3: the more is known, the better. */
export function fitOf(schema: JsonSchema, value: JsonValue, root: SchemaRoot): number {
  return findFit(schema, value, { root, looksLeft: MAX_LOOKS }, 0);
}

function findFit(schema: JsonSchema, value: JsonValue, search: Search, depth: number): number {
  search.looksLeft -= 1;
  if (search.looksLeft < 0) return 0;
  const { root } = search;
  const { shape, isNullable } = toFormField(schema, root);
  if (value === null && isNullable) return 3;
  if (shape.kind === 'variants') return fitOfVariants(shape.variants, value, search, depth);
  if (!canShow(shape, value, root)) return 0;
  if (shape.kind === 'number' && shape.isInteger && !Number.isInteger(value)) return 0;
  if (shape.kind === 'object' && isJsonObject(value)) {
    return fitOfObject(shape, value, search, depth);
  }
  if (shape.kind === 'list' && Array.isArray(value) && depth < MAX_FIT_DEPTH) {
    const { prefix, item } = shape;
    const fits = value
      .slice(0, MAX_FIT_ITEMS)
      .map((entry, index) => findFit(prefix[index] ?? item ?? false, entry, search, depth + 1));
    return fits.includes(0) ? 1 : 3;
  }
  // Everything fits where nothing is said.
  return shape.kind === 'json' ? 1 : 3;
}

function fitOfVariants(
  variants: readonly Variant[],
  value: JsonValue,
  search: Search,
  depth: number,
): number {
  // Each of them was resolved to get its label.
  search.looksLeft -= variants.length;
  if (depth >= MAX_FIT_DEPTH) return 1;
  return Math.max(0, ...variants.map(({ schema }) => findFit(schema, value, search, depth + 1)));
}

function fitOfObject(
  shape: ObjectShape,
  value: { [name: string]: JsonValue },
  search: Search,
  depth: number,
): number {
  let known = 0;
  let isWrong = false;
  for (const { name, schema, isRequired } of shape.properties) {
    const own = valueOf(value, name);
    if (own === undefined) {
      isWrong ||= isRequired;
      continue;
    }
    known += 1;
    const fit = depth < MAX_FIT_DEPTH ? findFit(schema, own, search, depth + 1) : 1;
    // A constant tells the alternatives apart.
    if (fit === 0 && toFormField(schema, search.root).shape.kind === 'constant') return 0;
    isWrong ||= fit === 0;
  }
  const count = Object.keys(value).length;
  isWrong ||= shape.extra === null && shape.patterns.length === 0 && known < count;
  const share = count === 0 ? 1 : known / count;
  return isWrong ? 0.5 + share : 2 + share;
}

/** Whether two values are the same JSON, written in the same order. */
export function isSameText(one: JsonValue, other: JsonValue): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
