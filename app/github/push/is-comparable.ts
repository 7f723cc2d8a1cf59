import type { FileStep } from './compare-files.ts';

/** Bytes of a file that a page still shows compared. */
const MAX_COMPARED_BYTES = 200_000;

/** Whether both sides of an edited file are small enough to be shown. */
export function isComparable({ existing, text }: FileStep): boolean {
  if (existing === null) return true;
  return existing.size <= MAX_COMPARED_BYTES && (text ?? '').length <= MAX_COMPARED_BYTES;
}
