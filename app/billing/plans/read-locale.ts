/** The language of the pages, for visitors who ask for none that can be read. */
const DEFAULT_LOCALE = 'en';

/** Whole numbers and dates of every language fit; what a header can hold is longer. */
const LONGEST = 200;

/**
 * The first language that a browser asks for and that amounts can be written in, so that server and
 * browser write the same.
 */
export function readLocale(acceptLanguage: string | null): string {
  const asked = (acceptLanguage ?? '').slice(0, LONGEST).split(',');
  for (const each of asked) {
    const tag = each.split(';')[0]?.trim() ?? '';
    if (isSupported(tag)) return tag;
  }
  return DEFAULT_LOCALE;
}

function isSupported(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    // Not a language tag: `*` or nonsense.
    return false;
  }
}
