import { formatCount } from '#app/platform/locale/reader-locale.ts';

/** How many turns of the day an eval takes, before it takes them. */
export function describeTurns(turns: number): string {
  if (turns === 0) return 'Takes none of your turns of the day.';
  return turns === 1
    ? 'Takes one of your turns of the day.'
    : `Takes ${formatCount(turns)} of your turns of the day.`;
}
