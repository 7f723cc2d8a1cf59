import { describe, expect, test } from 'vitest';

import { checkOf } from '#app/runtime/schema/validator.ts';
import { patternOf } from '#app/runtime/schema/pattern/pattern.ts';
import { parsePattern } from '#app/runtime/schema/pattern/parse-pattern.ts';
import { writeReferenceProgram } from '#app/runtime/schema/pattern/reference-program.ts';
import { runReferenceProgram } from '#app/runtime/schema/pattern/run-reference-program.ts';
import { StepBudget, TooComplex } from '#app/runtime/schema/step-budget.ts';

/** By our own matcher, however short the text is. */
function match(source: string, text: string): boolean | null {
  const program = writeReferenceProgram(parsePattern(source));
  return runReferenceProgram(program, text, {
    isAnchored: false,
    budget: new StepBudget(5_000_000),
  });
}

const PATTERNS = [
  '^(a)\\1$',
  '(a|b)\\1',
  '^(a+)\\1$',
  '^(a+)+\\1$',
  '^(a*)*\\1$',
  '^(?:(a)|b)*\\1$',
  '^(?:(a)|)*\\1$',
  '^(?:(a)|(b))+\\1\\2$',
  '^(?<q>["\'])[^"\']*\\k<q>$',
  '^(?<q>a)|(?<r>b)\\k<r>$',
  '\\1(a)',
  '^(a\\1)$',
  '^(?:\\2b|(a)(b))+$',
  '^(?=(a+))\\1b$',
  '^(?=(a*?))\\1b$',
  '^(?!(a)b)\\1a',
  '(?<=(a)\\1)b',
  '(?<=\\1(a))b',
  '(?<!(a)\\1)b$',
  '^(a){2}\\1$',
  '^(a|ab){1,3}\\1$',
  '^((a|b)\\2)+$',
  '^(?:(a)|b){2,}?\\1',
  '\\b(\\w)\\1\\b',
  '^(.)(.)\\2\\1$',
  '^(😀)\\1$',
  '^(a?)(b?)\\1\\2$',
  '^(?:(a?)b\\1)*$',
  '^(?:(?:(a)|b)+\\1)+$',
];
const ALPHABET = ['a', 'b', '"', "'", '😀'];
const TEXTS = [''];
for (let from = 0; TEXTS.length < 1_500; from += 1) {
  TEXTS.push(...ALPHABET.map((letter) => `${TEXTS[from]}${letter}`));
}
TEXTS.push('aabaab', 'abbaabba', 'aaaaaaaa', 'bbbbbbba', 'abababab', '"ab"', '\'ab"');

describe('a pattern that refers to its groups', () => {
  test.each(PATTERNS)('%s is matched as by the engine', (source) => {
    const engine = new RegExp(source, 'u');
    const differing = TEXTS.filter((text) => match(source, text) !== engine.test(text));
    expect(differing).toEqual([]);
  });

  test('made at random is matched as by the engine', () => {
    let seed = 7;
    const draw = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor(seed / 65_536) % below;
    };
    const pick = <Item>(items: Item[]): Item => items[draw(items.length)]!;
    const make = (depth: number): string => {
      if (depth === 0) return pick(['a', 'b', '.', '\\1', '\\2']);
      const part = () => make(depth - 1);
      const kind = draw(6);
      if (kind === 0) return `(${part()})`;
      if (kind === 1) return `(?:${part()}|${part()})`;
      if (kind === 2) return `(?:${part()})${pick(['*', '+', '?', '*?', '{0,2}', '{2}', '{1,}?'])}`;
      if (kind === 3) return `(${pick(['?=', '?!', '?<=', '?<!'])}${part()})`;
      return part() + part();
    };
    const differing: string[] = [];
    for (let round = 0; round < 1_500; round += 1) {
      const source = `${pick(['', '^'])}(${make(2)})${make(2)}(${make(1)})${make(2)}${pick(['', '$'])}`;
      const engine = new RegExp(source, 'u');
      for (const text of ['', 'a', 'b', 'ab', 'aa', 'aab', 'abab', 'baab', 'aabb', 'bbaba']) {
        const found = match(source, text);
        if (found !== engine.test(text)) differing.push(`${source} ${text} ${found}`);
      }
    }
    expect(differing).toEqual([]);
  });

  test.each([
    ['^(a+)+\\1$', 'a'.repeat(100), true],
    ['^(a+)+\\1$', `${'a'.repeat(60)}!`, false],
    ['^(a)(?:\\1|a)*b$', `${'a'.repeat(3_000)}!`, false],
    ['^(a)(?:\\1|a)*b$', `${'a'.repeat(3_000)}b`, true],
    ['(["\'])(?:\\\\.|(?!\\1).)*\\1', `"${'\\x'.repeat(200)}`, false],
    ['^(?:(\\w)\\1|\\w)+$', `${'a'.repeat(500)}!`, false],
  ])('%s is judged where the engine might not end', (source, text, expected) => {
    expect(patternOf(source)?.matches(text)).toBe(expected);
  });

  test('is given up where every matcher takes too long, and takes no more than its budget', () => {
    const hard = '^(?:(a+)|b)*(?:(a+)|b)*(?:(a+)|b)*\\1\\2\\3\\1\\2\\3!$';
    const text = 'aaab'.repeat(100);
    expect(patternOf(hard)?.matches(text)).toBe(null);
    expect(() => patternOf(hard)?.matches(text, new StepBudget(10_000))).toThrow(TooComplex);
  });

  test('refuses an argument that it does not match', () => {
    const schema = { type: 'string', pattern: '^(a+)+\\1$' };
    const { errors } = checkOf(schema, {});
    expect(errors(`${'a'.repeat(60)}!`)).toHaveLength(1);
    expect(errors('a'.repeat(60))).toEqual([]);
  });
});
