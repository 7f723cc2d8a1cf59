import type { JsonValue } from '#app/runtime/json.ts';

const sizes = new WeakMap<object, number>();

/** The number of values in a value as it would be written out; parts that several places have count for each. */
export function sizeOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  // A part that holds itself has no end.
  sizes.set(value, Number.POSITIVE_INFINITY);
  const size = Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), 1);
  sizes.set(value, size);
  return size;
}
