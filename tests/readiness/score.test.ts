import { expect, test } from 'vitest';

import type { Check, CheckStatus } from '#app/blueprint/readiness/report.ts';
import { describeVerdict } from '#app/blueprint/readiness/describe-verdict.ts';
import { toScore } from '#app/blueprint/readiness/score.ts';
import { countStatus, groupChecks } from '#app/workbench/report/report-groups.ts';
import { toBadge } from '#app/hosting/report-badge.ts';

function check(status: CheckStatus, weight: number, family: Check['family'] = 'tools'): Check {
  const id = `${family}.${status}${weight}`;
  return { id, family, title: id, status, weight, evidence: { text: 'seen' } };
}

test.each([
  [[check('pass', 5), check('pass', 1)], 100, 'A', 6, 6],
  [[check('pass', 5), check('warn', 3)], 81, 'B', 6.5, 8],
  [[check('pass', 4), check('fail', 2)], 66, 'C', 4, 6],
  [[check('fail', 1)], 0, 'D', 0, 1],
  [[check('pass', 3), check('notApplicable', 5)], 100, 'A', 3, 3],
] as const)('weights add up: %#', (checks, score, grade, points, possible) => {
  expect(toScore(checks)).toEqual({ score, grade, points, possible });
});

test('a failed vital check keeps the score below grade B, however good the rest is', () => {
  const rest = Array.from({ length: 40 }, () => check('pass', 5));
  expect(toScore([...rest, check('fail', 5)])).toMatchObject({ score: 74, grade: 'C' });
  expect(toScore([...rest, check('fail', 4)])).toMatchObject({ score: 98, grade: 'A' });
  expect(toScore([check('pass', 1), check('fail', 5)])).toMatchObject({ score: 16, grade: 'D' });
});

test.each([
  [[], 'Nothing could be checked.'],
  [[check('pass', 5)], 'Ready for production.'],
  [[check('pass', 5), check('pass', 5), check('warn', 1)], 'Ready for production, with 1 warning.'],
  [
    [check('pass', 5), check('pass', 4), check('fail', 1)],
    'Nearly ready for production: 1 check fails (“tools.fail1”).',
  ],
  [
    [check('pass', 5), check('fail', 4)],
    'Not ready for production: too much is missing, at 55 of 100.',
  ],
  [
    [check('fail', 5), check('fail', 5, 'ops'), check('fail', 1)],
    'Not ready for production: 2 vital checks fail (“tools.fail5”, “ops.fail5”).',
  ],
] as const)('a report is one sentence: %#', (checks, verdict) => {
  expect(describeVerdict(checks, toScore(checks))).toBe(verdict);
});

test('the screen shows what fails first, family by family', () => {
  const checks = [
    check('pass', 1, 'protocol'),
    check('warn', 1, 'tools'),
    check('warn', 4, 'tools'),
    check('pass', 1, 'ops'),
    check('fail', 1, 'ops'),
  ];
  const groups = groupChecks(checks);
  expect(groups.map(({ family }) => family)).toEqual(['ops', 'tools', 'protocol']);
  expect(groups[0]?.checks.map(({ status }) => status)).toEqual(['fail', 'pass']);
  expect(groups[1]?.checks.map(({ weight }) => weight)).toEqual([4, 1]);
  expect(countStatus(checks)).toEqual({ fail: 1, warn: 2, pass: 2, notApplicable: 0 });
});

test('the badge has the score as text, also for screen readers', () => {
  expect(toBadge({ score: 93, grade: 'A' })).toContain('aria-label="production-ready: 93 of 100"');
  expect(toBadge({ score: null, grade: null })).toContain('unknown');
});
