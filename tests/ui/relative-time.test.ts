import { expect, test } from 'vitest';

import { toRelativeTime } from '#app/ui/relative-time.tsx';

const NOW = Date.parse('2026-11-23T12:00:00Z');

test.each([
  ['2026-11-23T11:59:40Z', 'just now'],
  ['2026-11-23T11:55:00Z', '5 minutes ago'],
  ['2026-11-23T09:10:00Z', '2 hours ago'],
  ['2026-11-22T11:00:00Z', 'yesterday'],
  ['2026-11-13T12:00:00Z', 'last week'],
  ['2026-11-30T12:00:00Z', 'next week'],
  ['2026-11-26T12:30:00Z', 'in 3 days'],
  ['2026-11-30T11:59:30Z', 'in 7 days'],
  ['2024-11-01T12:00:00Z', '2 years ago'],
])('%s is told as "%s"', (at, words) => {
  expect(toRelativeTime(Date.parse(at), NOW)).toBe(words);
});
