/** Of readers who ask for no language that is known. */
export const DEFAULT_LOCALE = 'en';

let find = (): string | undefined => undefined;

/** The locale of whoever reads what is rendered now; outside a page it is {@link DEFAULT_LOCALE}. */
export function readerLocale(): string {
  return find() ?? DEFAULT_LOCALE;
}

/**
 * Tells where the locale is found: on the server, which renders for several readers at a time, with the request, and
 * in the browser in the document, so that both write the same.
 */
export function provideLocale(source: () => string | undefined): void {
  find = source;
}
