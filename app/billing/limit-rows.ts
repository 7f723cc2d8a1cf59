import { formatCount } from '#app/platform/locale/reader-locale.ts';

import type { Limits } from './limits.ts';

/** One limit as pages show it. */
export interface LimitRow {
  label: string;
  /** Describes the limit of a tier, in words and digits. */
  read: (limits: Limits) => string;
}

const KB = 1_024;
const MB = 1_024 * KB;

/** Every limit in the order in which people meet them. */
export const LIMIT_ROWS: readonly LimitRow[] = [
  { label: 'Projects', read: ({ projects }) => toCount(projects) },
  { label: 'Hosted calls a minute', read: ({ callsPerMinute }) => toCount(callsPerMinute) },
  { label: 'Hosted calls a day', read: ({ callsPerDay }) => toCount(callsPerDay) },
  { label: 'Builder turns a day', read: ({ turnsPerDay }) => toCount(turnsPerDay) },
  {
    label: 'Turns on your own model key',
    read: ({ ownKeyTurnsPerDay }) => toCount(ownKeyTurnsPerDay),
  },
  { label: 'Private endpoints', read: ({ privateEndpoints }) => toCount(privateEndpoints) },
  { label: 'Largest response', read: ({ responseBytes }) => toSize(responseBytes) },
  {
    label: 'Calls stay in the log',
    read: ({ logDays }) => `${toCount(logDays)} ${logDays === 1 ? 'day' : 'days'}`,
  },
];

function toCount(limit: number | null): string {
  return limit === null ? 'unlimited' : formatCount(limit);
}

/** A size in words: one of a limit is exact, any other has at most one decimal place. */
export function toSize(bytes: number): string {
  const [size, unit] = bytes < MB ? [bytes / KB, 'KB'] : [bytes / MB, 'MB'];
  return `${Math.ceil(size * 10) / 10} ${unit}`;
}
