/** A text as an edit takes it: one that is empty, or absent, is removed. */
export function orNone(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
