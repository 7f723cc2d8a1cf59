import { LIMIT_ROWS } from '#app/billing/limit-rows.ts';
import type { Limits } from '#app/billing/limits.ts';

/** The limits that people choose a plan by; all of them stand in the table below. */
const CHOSEN_BY: readonly string[] = [
  'Projects',
  'Hosted calls a day',
  'Builder turns a day',
  'Private endpoints',
  'Calls stay in the log',
];

/** "25 projects", "50,000 hosted calls a day", …: the first limits of a plan, as the table writes them. */
export function listHighlights(limits: Limits): string[] {
  return LIMIT_ROWS.filter(({ label }) => CHOSEN_BY.includes(label)).map(({ label, read }) => {
    const value = read(limits);
    if (label === 'Calls stay in the log') return `Calls stay in the log for ${value}`;
    const words = `${value} ${label.toLowerCase()}`;
    return value === '1' ? words.replace(/s$/, '') : words;
  });
}
