/** Of readers who ask for no language that is known. */
export const DEFAULT_LOCALE = 'en';

/** A Worker has none. */
declare const document:
  | { documentElement: { dataset: Partial<Record<string, string>> } }
  | undefined;

/** The document says whom the server has rendered it for, so that the browser writes the same. */
let find = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['locale'];

/** The locale of whoever reads what is rendered now; outside a page it is {@link DEFAULT_LOCALE}. */
export function readerLocale(): string {
  return find() ?? DEFAULT_LOCALE;
}

/** Tells where the locale is found on the server, which renders for several readers at a time. */
export function provideLocale(source: () => string | undefined): void {
  find = source;
}
