import { useSyncExternalStore } from 'react';

const NEVER = () => () => {};

/**
 * A moment in the reader's own time zone and language. The server knows neither, so it writes UTC,
 * and the browser puts its own in place.
 * @param at milliseconds since 1970
 */
export function LocalTime({ at, style = 'medium' }: { at: number; style?: 'medium' | 'long' }) {
  const isLocal = useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
  const date = new Date(at);
  const iso = date.toISOString();
  return (
    <time dateTime={iso} title={iso} className="tabular-nums">
      {isLocal ? format(date, style) : `${format(date, style, 'UTC')} UTC`}
    </time>
  );
}

function format(date: Date, style: 'medium' | 'long', timeZone?: string): string {
  const isDay = style === 'long';
  return new Intl.DateTimeFormat(timeZone ? 'en' : undefined, {
    dateStyle: style,
    ...(isDay ? {} : { timeStyle: 'short' }),
    ...(timeZone ? { timeZone } : {}),
  }).format(date);
}
