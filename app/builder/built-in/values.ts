/** The value as an object, or an empty object. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The value as a list, or an empty list. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of a list; other items are skipped. */
export function toTexts(value: unknown): string[] {
  return toList(value).filter((each) => typeof each === 'string');
}
