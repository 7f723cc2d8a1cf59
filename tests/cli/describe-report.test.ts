import { expect, test } from 'vitest';

import { decideVerdict } from '#app/blueprint/readiness/describe-verdict.ts';
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
  verdict: decideVerdict(checks),
  reason: 'This check fails.',
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

test('the verdict comes first and last, the score after the counts; none that failed is not red', () => {
  const painted = (colour: string, text: string) => `<${colour}>${text}</>`;
  const good = describeReport({ ...report(check({ status: 'pass' })), score: 100 }, painted);
  expect(good[0]).toBe('<green>Ready</>. This check fails.');
  expect(good.at(-1)).toBe('<bold><green>Ready</></>');
  expect(good.at(-2)).toContain('Score 100 of 100');
  expect(good.at(-2)).toContain('0 failed');
  expect(good.join('\n')).not.toContain('<red>');
  expect(describeReport(report(check({})), plain)[0]).toMatch(/^1 thing to fix\./);
  const unusable = describeReport({ ...report(check({ blocks: true })), score: null }, plain);
  expect(unusable[0]).toMatch(/^Not usable yet\./);
  expect(unusable.at(-2)).toContain('No score');
});

test('a report without evidence is not a success', () => {
  expect(hasFailed(report(check({ status: 'notApplicable' })))).toBe(true);
  expect(hasFailed(report(check({})))).toBe(true);
  expect(hasFailed(report(check({ status: 'warn' })))).toBe(false);
});
