/** The number that a text of the upstream writes; null where it is none, or has more digits than a number holds. */
export function toExactNumber(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return null;
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? null : number;
}
