import { expect, test } from 'vitest';

import type { Check, Report } from '#app/blueprint/readiness/report.ts';
import {
  announceReport,
  fixWords,
  placeWords,
  pointWords,
  readinessTone,
  readinessWords,
  sumWords,
} from '#app/workbench/report/report-words.ts';

const GOOD: Report = {
  score: 96,
  verdict: { kind: 'ready' },
  reason: 'No check fails.',
  points: 48,
  possible: 50,
  checks: [],
  checkedAt: '2026-01-02T03:04:05.000Z',
};
const UNUSABLE: Report = { ...GOOD, verdict: { kind: 'unusable' }, score: null };
const FAILURE = { reason: 'network' } as const;

const describe = (report: Report | null, isChecking = false, hasFailed = false) => {
  const state = { report, isChecking, failure: hasFailed ? FAILURE : null };
  return [readinessTone(state), readinessWords(state), announceReport(state)];
};

test('a verdict has its colour, and is said aloud', () => {
  expect(describe(GOOD)).toEqual(['pass', 'Ready', 'Readiness: Ready']);
  expect(describe({ ...GOOD, verdict: { kind: 'fixes', count: 1 } })).toEqual([
    'warn',
    '1 thing to fix',
    'Readiness: 1 thing to fix',
  ]);
  expect(describe({ ...GOOD, verdict: { kind: 'fixes', count: 3 } })[1]).toBe('3 things to fix');
  expect(describe(UNUSABLE)).toEqual(['fail', 'Not usable yet', 'Readiness: Not usable yet']);
});

test('an earlier verdict colours nothing while the newest is unknown', () => {
  expect(describe(GOOD, true)).toEqual(['plain', 'checking…', 'Checking']);
  expect(describe(GOOD, false, true)).toEqual(['plain', 'not checked', '']);
  expect(describe(null, false, true)).toEqual(['plain', 'not checked', '']);
});

test('a button says how many of the faults it puts right', () => {
  const reach = (fixed: number, faults: number) => ({ reach: { fixed, faults } });
  expect(fixWords({})).toBe('Fix it');
  expect(fixWords(reach(1, 1))).toBe('Fix it');
  expect(fixWords(reach(3, 3))).toBe('Fix all 3');
  expect(fixWords(reach(1, 3))).toBe('Fix 1 of 3');
  expect(fixWords({ ...reach(1, 1), label: 'Keep the 12 most useful tools' })).toBe(
    'Keep the 12 most useful tools',
  );
});

test('a button says where it leads', () => {
  expect(placeWords({ tab: 'tools' })).toBe('Choose tools');
  expect(placeWords({ tab: 'tools', tool: 'get_user' })).toBe('Open get_user');
  expect(placeWords({ tab: 'files', file: 'README.md' })).toBe('Open README.md');
  expect(placeWords({ tab: 'setup' })).toBe('Open setup');
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
