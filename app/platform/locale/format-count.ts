import { readerLocale } from './reader-locale.ts';

/** A number as its reader writes it: "1,234" or "1.234". */
export function formatCount(count: number): string {
  return count.toLocaleString(readerLocale());
}
