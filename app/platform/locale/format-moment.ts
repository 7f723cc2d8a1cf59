import { readerLocale } from './reader-locale.ts';

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
