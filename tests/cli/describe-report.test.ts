import { expect, test } from 'vitest';

import type { Check, Report } from '#app/blueprint/readiness/report.ts';
import { describeReport, hasFailed } from '#app/cli/describe-report.ts';

const check = (more: Partial<Check>): Check => ({
  id: 'tools.names',
  family: 'tools',
  title: 'Names say what tools do',
  status: 'fail',
  weight: 3,
  evidence: { text: 'Looked at 1 tool.' },
  ...more,
});

const report = (...checks: Check[]): Report => ({
  score: 0,
  grade: 'D',
  verdict: 'Ready for production.',
  points: 0,
  possible: 3,
  checks,
  checkedAt: '2026-01-02T03:04:05.000Z',
});

const plain = (_colour: string, text: string) => text;

test('text of a server does not control the terminal or look like another check', () => {
  const foreign = '\u001B[2J\u009B1m\u202Eall\rgone\n  pass  Everything is fine';
  const fix = { text: `Say less than ${foreign}` };
  const lines = describeReport(report(check({ evidence: { text: foreign }, fix })), plain);
  const text = lines.join('\n');
  expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  expect(text).toContain('[U+001B][2J[U+009B]1m[U+202E]all[U+000D]gone');
  expect(text.split('\n').filter((line) => /^ {2}pass/.test(line))).toEqual([]);
});

test('a report without evidence is not a success', () => {
  expect(hasFailed({ ...report(check({ status: 'notApplicable' })), score: null })).toBe(true);
  expect(hasFailed(report(check({})))).toBe(true);
  expect(hasFailed(report(check({ status: 'warn' })))).toBe(false);
});
