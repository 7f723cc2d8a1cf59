import { expect, test } from 'vitest';

import type { Check, Report } from '#app/blueprint/readiness/report.ts';
import {
  announceReport,
  fixWords,
  pointWords,
  readinessTone,
  readinessWords,
  sumWords,
} from '#app/workbench/report/report-words.ts';

const GOOD: Report = {
  score: 96,
  grade: 'A',
  verdict: 'Ready for production.',
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
  expect(describe(NOTHING)).toEqual(['plain', 'nothing judged', 'Nothing was checked.']);
});

test('a button says how many of the faults it puts right', () => {
  const reach = (fixed: number, faults: number) => ({ reach: { fixed, faults } });
  expect(fixWords({})).toBe('Fix it');
  expect(fixWords(reach(1, 1))).toBe('Fix it');
  expect(fixWords(reach(3, 3))).toBe('Fix all 3');
  expect(fixWords(reach(1, 3))).toBe('Fix 1 of 3');
});

test('what stands beside the checks adds up to the points of the score', () => {
  const check = (status: Check['status'], weight: number): Check => ({
    id: 'tools.some',
    family: 'tools',
    title: 'It serves something',
    status,
    weight,
    evidence: { text: '' },
  });
  const checks = [check('pass', 3), check('warn', 1), check('fail', 5), check('notApplicable', 2)];
  expect(checks.map(pointWords)).toEqual(['3 of 3', '0.5 of 1', '0 of 5', 'not counted']);
  expect(sumWords(checks)).toBe('3.5 of 9 points');
  expect(sumWords(checks.slice(3))).toBe('not counted');
});
