import { describe, expect, test } from 'vitest';

import { isMatch, patternOf } from '#app/runtime/schema/pattern/pattern.ts';
import { parsePattern } from '#app/runtime/schema/pattern/parse-pattern.ts';
import { writeProgram } from '#app/runtime/schema/pattern/pattern-program.ts';
import { runProgram } from '#app/runtime/schema/pattern/run-program.ts';
import { StepBudget } from '#app/runtime/schema/step-budget.ts';
import { samplePattern } from '#app/runtime/mock/sample-pattern.ts';

/** By the automaton alone, however short the text is. */
function simulate(source: string, text: string): boolean {
  const program = writeProgram(parsePattern(source));
  return runProgram(program, text, { isAnchored: false, budget: new StepBudget(5_000_000) });
}

const PATTERNS = [
  '^a+$',
  'a|b|',
  '^(?:ab|cd)*e?$',
  '^a{2,3}$',
  'a{0}b',
  '^(?=.*\\d)(?=.*[A-Z]).{4,8}$',
  '(?<!a)b',
  '(?<=ab+)c',
  '\\bfoo\\b',
  '\\Boo',
  '^\\p{Lu}\\p{Ll}*$',
  '[^\\]a-c]',
  '^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$',
  '^\\u{1F600}.$',
  '^\\uD83D\\uDE00$',
  '^(?<year>\\d{4})-\\d\\d$',
  '(?!ab)a',
  '^(a*)*$',
  '^(?:a?){5}a{5}$',
  '',
  '^$',
  '[^]',
  '[]',
  '\\x41\\cA?\\0?',
  '^(?:(?:a|b)+c)+$',
  '(?=^)a',
  '(?:a|ab)(?:c|bcd)(?:d*)$',
  '^\\S+\\s\\S+$',
  '\\/x\\-?'.replace('\\-', '-'),
  '(?<!^)x$',
  '^.$',
  'a$|^b',
  '(?:$)?^',
  '^[\\s\\S]{2,}$',
  '^(?!.*\\.\\.)[a-z.]+$',
];
const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'abab',
  'cde',
  'aaa',
  'aaaaa',
  'aaaaaaaaaa',
  'abc',
  'abbc',
  'foo',
  'a foo b',
  'xfoox',
  'Ab1C',
  'Ab1',
  'Über',
  'user@example.com',
  '😀x',
  '😀',
  '\uD83D',
  '2026-01',
  'abcbac',
  'acbcbc',
  'a\nb',
  'a b',
  '/x',
  '/x-',
  'A',
  'A\u0001',
  'x',
  'xx',
  'a.b',
  'a..b',
  ']',
  'd',
];

describe('a pattern', () => {
  test('is matched by the automaton as by the engine', () => {
    const differing = PATTERNS.flatMap((source) =>
      TEXTS.filter((text) => simulate(source, text) !== new RegExp(source, 'u').test(text)).map(
        (text) => `${source} ${JSON.stringify(text)}`,
      ),
    );
    expect(differing).toEqual([]);
  });

  test.each([
    ['^(a+)+$', `${'a'.repeat(5_000)}!`, false],
    ['^(a+)+$', 'a'.repeat(5_000), true],
    ['^(a|a)*$', `${'a'.repeat(5_000)}!`, false],
    ['(x+x+)+y', 'x'.repeat(5_000), false],
    ['^(?=(a+)+$)a', `${'a'.repeat(5_000)}!`, false],
    ['^\\w+@\\w+\\.(\\w+\\.?)+$', `a@b.${'c'.repeat(5_000)}!`, false],
    ['a*a*a*a*a*a*b', 'a'.repeat(5_000), false],
  ])('%s is matched in steps that grow with the text', (source, text, expected) => {
    const budget = new StepBudget(50 * text.length);
    expect(patternOf(source)?.matches(text, budget)).toBe(expected);
  });

  test('with a reference to a group is judged, too', () => {
    expect(patternOf('^(a)\\1$')?.matches('aa')).toBe(true);
    expect(isMatch('^(a+)+\\1$', 'a'.repeat(100))).toBe(true);
    expect(isMatch('^(a+)+\\1$', `${'a'.repeat(50)}b`)).toBe(false);
  });

  test.each([
    '(?:(?:a{1000}){1000}){1000}',
    '('.repeat(5_000) + ')'.repeat(5_000),
    '(?:){1000000000}b',
  ])('that is a bomb is not unpacked', (source) => {
    expect([false, null]).toContain(patternOf(source)?.matches('x') ?? null);
    expect(samplePattern(source, 0)?.length ?? 0).toBeLessThan(10_000);
  });
});
