import { createLog } from './log.ts';
import type { Shape } from './shape.ts';

/**
 * Reads what our own code has stored, in storage of an object or in a bucket. A shape for this need
 * not look at every part, because what is large was checked as a whole before it was stored. Only a
 * blueprint bears a version: in any other value a field that was added later is optional.
 * @param name of the stored value, for the error
 * @throws Error if this version of the product cannot read the stored value
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

/**
 * As {@link readStored}, for what may be lost without harm: null where nothing is stored, and, with
 * an error in the log, where this version cannot read it.
 */
export function findStored<Value>(shape: Shape<Value>, value: unknown, name: string): Value | null {
  if (value === undefined) return null;
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  createLog({}).error('stored.unreadable', { name, error: read.error });
  return null;
}
