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

/** A number as its reader writes it: "1,234" or "1.234". */
export function formatCount(count: number): string {
  return count.toLocaleString(readerLocale());
}

/** A moment to the minute: "Nov 26, 2026, 8:04 PM". Without a time zone it is the reader's, which only a browser knows. */
export function formatMoment(at: Date | number, timeZone?: string): string {
  return format(at, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

/** The same to the second. */
export function formatSecond(at: Date | number): string {
  return format(at, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A day: "November 26, 2026". */
export function formatDay(at: Date | number, timeZone?: string): string {
  return format(at, { dateStyle: 'long', timeZone });
}

/** The day of an ISO date, which is no moment and so the same in every time zone. */
export function formatDate(date: string): string {
  return formatDay(new Date(`${date}T00:00:00Z`), 'UTC');
}

/** The time of a day: "8:04:05 PM". */
export function formatTime(at: Date | number): string {
  return format(at, { timeStyle: 'medium' });
}

/** An hour of a week: "Thu, 8:00 PM". */
export function formatHour(at: Date | number): string {
  return format(at, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
}

function format(
  at: Date | number,
  { timeZone, ...style }: Intl.DateTimeFormatOptions & { timeZone?: string | undefined },
): string {
  return new Intl.DateTimeFormat(readerLocale(), {
    ...style,
    ...(timeZone && { timeZone }),
  }).format(at);
}
