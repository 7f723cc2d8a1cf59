import type { Shape } from './shape.ts';

/**
 * Reads what our own code has stored, in storage of an object or in a bucket. A shape for this need
 * not look at every part: what is large was checked as a whole before it was stored, and its shape
 * tells a value of this version from anything else.
 * @param name of the stored value, for the error
 * @throws Error if the stored value is of another version, or not ours
 */
export function readStored<Value>(shape: Shape<Value>, value: unknown, name: string): Value {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new Error(`${name} is not stored as this version reads it.`, { cause: read.error });
}

/** As {@link readStored}, for JSON. */
export function parseStored<Value>(shape: Shape<Value>, text: string, name: string): Value {
  return readStored(shape, JSON.parse(text), name);
}
