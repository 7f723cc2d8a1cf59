import { expect, test } from 'vitest';

import type { Check, CheckStatus } from '#app/blueprint/readiness/report.ts';
import { decideVerdict, describeVerdict } from '#app/blueprint/readiness/describe-verdict.ts';
import { toScore } from '#app/blueprint/readiness/score.ts';
import { toBadge } from '#app/hosting/report-badge.ts';
import { verdictWords } from '#app/platform/verdict.ts';
import { countStatus, groupChecks } from '#app/workbench/report/report-groups.ts';

function check(status: CheckStatus, weight: number, family: Check['family'] = 'tools'): Check {
  const id = `${family}.${status}${weight}`;
  return { id, family, title: id, status, weight, evidence: { text: 'seen' } };
}

/** What keeps everybody from using the server. */
const BLOCK: Check = {
  ...check('fail', 5),
  id: 'tools.some',
  title: 'It serves something',
  blocks: true,
};

const scoreOf = (checks: readonly Check[]) => toScore(checks, decideVerdict(checks));

test.each([
  [[check('pass', 5), check('pass', 1)], 100, 6, 6],
  [[check('pass', 5), check('warn', 3)], 81, 6.5, 8],
  [[check('pass', 4), check('fail', 2)], 66, 4, 6],
  [[check('fail', 1)], 0, 0, 1],
  [[check('pass', 3), check('notApplicable', 5)], 100, 3, 3],
] as const)('weights add up: %#', (checks, score, points, possible) => {
  expect(scoreOf(checks)).toEqual({ score, points, possible });
});

test('a failed vital check keeps the score below 75, however good the rest is', () => {
  const rest = Array.from({ length: 40 }, () => check('pass', 5));
  expect(scoreOf([...rest, check('fail', 5)]).score).toBe(74);
  expect(scoreOf([...rest, check('fail', 4)]).score).toBe(98);
  expect(scoreOf([check('pass', 1), check('fail', 5)]).score).toBe(16);
});

test('a server that nobody can use has no score, however good the rest is', () => {
  const rest = Array.from({ length: 40 }, () => check('pass', 5));
  expect(scoreOf([...rest, BLOCK])).toEqual({ score: null, points: 200, possible: 205 });
});

test.each([
  [[], 'Not usable yet', 'Nothing could be checked.'],
  [[check('notApplicable', 5)], 'Not usable yet', 'Nothing could be checked.'],
  [[check('pass', 5)], 'Ready', 'No check fails.'],
  [[check('pass', 5), check('warn', 1)], 'Ready', 'No check fails; 1 suggestion remains.'],
  [[check('warn', 5), check('warn', 1)], 'Ready', 'No check fails; 2 suggestions remain.'],
  [
    [check('pass', 5), check('fail', 1), check('warn', 5)],
    '1 thing to fix',
    'This check fails: “tools.fail1”.',
  ],
  [
    [check('fail', 5), check('fail', 5, 'ops'), check('fail', 1)],
    '3 things to fix',
    'These checks fail: “tools.fail5”, “ops.fail5”, “tools.fail1”.',
  ],
  [
    [BLOCK, check('fail', 1), check('pass', 5)],
    'Not usable yet',
    'In the way of any use: “It serves something”.',
  ],
] as const)('a report has one verdict, and a reason: %#', (checks, words, reason) => {
  const verdict = decideVerdict(checks);
  expect(verdictWords(verdict)).toBe(words);
  expect(describeVerdict(checks, verdict)).toBe(reason);
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

test('the badge has the verdict as text, also for screen readers', () => {
  expect(toBadge({ kind: 'ready' })).toContain('aria-label="production-ready: Ready"');
  expect(toBadge({ kind: 'fixes', count: 3 })).toContain('production-ready: 3 things to fix');
  expect(toBadge({ kind: 'unusable' })).toContain('production-ready: Not usable yet');
});
