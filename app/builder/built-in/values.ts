/** The value as an object; an empty one where it is none. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The value as a list; an empty one where it is none. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list; others are passed over. */
export function toTexts(value: unknown): string[] {
  return toList(value).filter((each) => typeof each === 'string');
}
