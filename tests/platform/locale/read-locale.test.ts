import { afterEach, expect, test } from 'vitest';

import {
  formatCount,
  formatDate,
  formatMoment,
  provideLocale,
} from '#app/platform/locale/reader-locale.ts';
import { readLocale } from '#app/platform/locale/read-locale.ts';

afterEach(() => provideLocale(() => undefined));

test.each([
  ['de-CH,de;q=0.9', 'en-CH'],
  // A language alone stands for the country where most speak it.
  ['de', 'en-DE'],
  ['*, ,;;, zz-nonsense!!, fr;q=0.5', 'en-FR'],
  ['en-US,en;q=0.9', 'en-US'],
  ['', 'en'],
  [null, 'en'],
  ['x'.repeat(5_000), 'en'],
])('of %j the first language that is known decides: %s', (header, locale) => {
  expect(readLocale(header)).toBe(locale);
});

test.each([
  ['en-US', '1,234,567', 'March 9, 2026', 'Mar 9, 2026, 8:04 PM'],
  ['en-DE', '1.234.567', '9 March 2026', '9 Mar 2026, 20:04'],
  ['en-IN', '12,34,567', '9 March 2026', '9 Mar 2026, 8:04 pm'],
  // Digits stay those of the pages.
  ['ar', '1,234,567', 'March 9, 2026', 'Mar 9, 2026, 8:04 PM'],
])('numbers and dates for %s: %s, %s, %s', (asked, count, date, moment) => {
  provideLocale(() => readLocale(asked));
  expect(formatCount(1_234_567)).toBe(count);
  expect(formatDate('2026-03-09')).toBe(date);
  const at = Date.UTC(2026, 2, 9, 20, 4);
  expect(formatMoment(at, 'UTC').replaceAll(/\s/g, ' ')).toBe(moment);
});
