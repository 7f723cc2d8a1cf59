/**
 * A schema of zod or zod/mini as readers need it. A file that only reads names this interface, so
 * that it loads no zod.
 */
export interface Shape<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; error: unknown };
}

/**
 * Reads a value that another part of our own has made.
 * @throws Error if it is of another shape
 */
export function requireShape<Value>(shape: Shape<Value>, value: unknown, name: string): Value {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new Error(`${name} is of another shape than expected.`, { cause: read.error });
}

/** Reads JSON of this shape; null where the text is none, or of another shape. */
export function readJson<Value>(shape: Shape<Value>, text: string): Value | null {
  try {
    const read = shape.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
