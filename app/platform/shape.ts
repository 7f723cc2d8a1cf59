/**
 * A schema of zod or zod/mini, as far as a reader needs it. What only reads takes it by this
 * interface, so that it brings no zod along.
 */
export interface Shape<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; error: unknown };
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
