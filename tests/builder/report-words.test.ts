import { expect, test } from 'vitest';

import type { Report } from '#app/blueprint/readiness/report.ts';
import { announceReport, readinessTone, readinessWords } from '#app/builder/report-words.ts';

const GOOD: Report = {
  score: 96,
  grade: 'A',
  points: 48,
  possible: 50,
  checks: [],
  checkedAt: '2026-01-02T03:04:05.000Z',
};
const NOTHING: Report = { ...GOOD, score: null, grade: null, points: 0, possible: 0 };
const FAILURE = { reason: 'network' } as const;

const describe = (report: Report | null, isChecking = false, hasFailed = false) => {
  const state = { report, isChecking, failure: hasFailed ? FAILURE : null };
  return [readinessTone(state), readinessWords(state), announceReport(state)];
};

test('a score has the colour of its grade, and is said aloud', () => {
  expect(describe(GOOD)).toEqual(['pass', '96 of 100', 'Readiness: 96 of 100']);
  expect(describe({ ...GOOD, score: 70, grade: 'C' })[0]).toBe('warn');
  expect(describe({ ...GOOD, score: 20, grade: 'D' })[0]).toBe('fail');
});

test('an earlier score colours nothing while the newest is unknown', () => {
  expect(describe(GOOD, true)).toEqual(['plain', 'checking…', 'Checking']);
  expect(describe(GOOD, false, true)).toEqual(['plain', 'not checked', '']);
  expect(describe(null, false, true)).toEqual(['plain', 'not checked', '']);
});

test('a report that judged nothing has no score of 100', () => {
  expect(describe(NOTHING)).toEqual(['plain', 'nothing judged', 'Nothing was judged.']);
});
