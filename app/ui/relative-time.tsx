import { formatMoment } from '#app/platform/locale/reader-locale.ts';

import { useHydrated } from './loading/use-hydrated.ts';

/** Seconds of each unit, the largest first. */
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * A moment as the distance from now, "5 minutes ago", with the exact time on hover. The server knows
 * neither the reader's clock nor their time zone, so it writes UTC, and the browser puts its own in
 * place.
 * @param at milliseconds since 1970, or ISO 8601
 */
export function RelativeTime({ at, className }: { at: number | string; className?: string }) {
  const isHydrated = useHydrated();
  const date = new Date(at);
  const iso = date.toISOString();
  return (
    <time
      dateTime={iso}
      title={isHydrated ? formatMoment(date) : iso}
      className={className ?? 'tabular-nums'}
    >
      {isHydrated ? sinceNow(date) : `${formatMoment(date, 'UTC')} UTC`}
    </time>
  );
}

function sinceNow(date: Date): string {
  return toRelativeTime(date.getTime(), Date.now());
}

/** "5 minutes ago", "in 3 days"; "just now" within a minute. */
export function toRelativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1_000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  if (!unit) return 'just now';
  const [name, length] = unit;
  const distance = seconds / length;
  // A time that is a second short of seven days away is "in seven days"; a past one counts only
  // whole units.
  const whole = distance > 0 ? Math.round(distance) : Math.trunc(distance);
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(whole, name);
}
