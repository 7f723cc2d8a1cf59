import { DEFAULT_LOCALE } from './reader-locale.ts';

/** A browser asks for a few languages; what a header can hold is longer. */
const LONGEST = 200;

/** Browsers send few headers that differ, and asking the platform takes longer than most of a page that is kept. */
const read = new Map<string, string>();
const MOST_READ = 200;

/**
 * English as it is written in the country of the first language that a browser asks for: `en-DE` for `de`. The
 * pages are in English, so their numbers and dates follow the reader's country, and the words in them the pages.
 */
export function readLocale(acceptLanguage: string | null): string {
  const header = (acceptLanguage ?? '').slice(0, LONGEST);
  const known = read.get(header);
  if (known !== undefined) return known;
  const locale = findLocale(header);
  if (read.size < MOST_READ) read.set(header, locale);
  return locale;
}

function findLocale(header: string): string {
  for (const each of header.split(',')) {
    const locale = toLocale(each.split(';')[0]?.trim() ?? '');
    if (locale !== null) return locale;
  }
  return DEFAULT_LOCALE;
}

function toLocale(tag: string): string | null {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(tag).length === 0) return null;
    const { region } = new Intl.Locale(tag).maximize();
    // Countries without a way of their own are told as one, so that a page is not kept for each of them.
    return new Intl.DateTimeFormat(`${DEFAULT_LOCALE}-${region}`).resolvedOptions().locale;
  } catch {
    // Not a language tag: `*` or nonsense.
    return null;
  }
}
