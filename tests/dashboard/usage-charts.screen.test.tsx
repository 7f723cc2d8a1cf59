import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { fillHours } from '#app/dashboard/logs/fill-hours.ts';
import { UsageCharts } from '#app/dashboard/logs/usage-charts.tsx';

const HOUR_MS = 60 * 60 * 1_000;
const NOW = 1_000 * HOUR_MS + 5;

test('hours without calls are drawn, too, and the last one is the one that runs', () => {
  const called = { at: 999 * HOUR_MS, calls: 4, errors: 1, p50: 10, p95: 50 };
  const hours = fillHours([called], 3, NOW);
  expect(hours.map(({ at, calls }) => [at / HOUR_MS, calls])).toEqual([
    [998, 0],
    [999, 4],
    [1_000, 0],
  ]);
});

test('whoever does not see the drawings is told what they show, and has a table', () => {
  const called = [
    { at: 998 * HOUR_MS, calls: 4, errors: 1, p50: null, p95: null },
    { at: 1_000 * HOUR_MS, calls: 1_006, errors: 0, p50: 25, p95: 2_500 },
  ];
  render(<UsageCharts hours={fillHours(called, 24, NOW)} />);
  const calls = screen.getByRole('img', { name: /^Calls per hour/ });
  expect(calls.textContent).toContain('1,010 calls in 24 hours, of which 1 failed.');
  const times = screen.getByRole('img', { name: /^Latency/ });
  expect(times.textContent).toContain('95% of calls took at most 2,500 ms');
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Hour'),
    expect.stringMatching(/1,006025 ms2,500 ms$/),
    expect.stringMatching(/41$/),
  ]);
});
