import type { UsageView } from '#app/hosting/calls/call-entry.ts';

const HOUR_MS = 60 * 60 * 1_000;

export type UsageHour = UsageView['hours'][number];

/** Every hour of a span that ends now, oldest first, also those without calls. */
export function fillHours(
  hours: readonly UsageHour[],
  count: number,
  now: number,
): readonly UsageHour[] {
  const known = new Map(hours.map((hour) => [hour.at, hour]));
  const last = now - (now % HOUR_MS);
  return Array.from({ length: count }, (_, index) => {
    const at = last - (count - 1 - index) * HOUR_MS;
    return known.get(at) ?? { at, calls: 0, errors: 0, p50: null, p95: null };
  });
}
