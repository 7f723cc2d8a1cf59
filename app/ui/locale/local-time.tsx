import { formatDay, formatMoment } from '#app/platform/locale/reader-locale.ts';

import { useHydrated } from '#app/ui/loading/use-hydrated.ts';

/**
 * A moment, or its day, in the reader's own time zone. The server does not know it, so it writes UTC, and the
 * browser puts its own in place.
 * @param at milliseconds since 1970
 */
export function LocalTime({ at, style = 'medium' }: { at: number; style?: 'medium' | 'long' }) {
  const isLocal = useHydrated();
  const format = style === 'long' ? formatDay : formatMoment;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso} className="tabular-nums">
      {isLocal ? format(at) : `${format(at, 'UTC')} UTC`}
    </time>
  );
}
