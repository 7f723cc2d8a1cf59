import { expect, test } from 'vitest';

import { samplePattern } from '#app/runtime/mock/sample-pattern.ts';
import { parsePattern } from '#app/runtime/schema/pattern/parse-pattern.ts';
import { writeProgram } from '#app/runtime/schema/pattern/pattern-program.ts';
import { patternOf } from '#app/runtime/schema/pattern/pattern.ts';
import { runProgram } from '#app/runtime/schema/pattern/run-program.ts';
import { StepBudget } from '#app/runtime/schema/step-budget.ts';

import { CORPUS_NAMES, readDocument } from './corpus.ts';

const TEXTS = [
  '',
  'a',
  'A1',
  'user@example.com',
  '2026-01-15',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'a b',
  'é',
];

const PATTERN = /"pattern"\s*:\s*("(?:[^"\\]|\\.)*")|^\s*pattern:\s*['"]?(\S+?)['"]?$/gm;

function patternsOf(name: string): string[] {
  const found = [...readDocument(name).matchAll(PATTERN)];
  return found.map(([, json, plain = '']) =>
    json === undefined ? plain : String(JSON.parse(json)),
  );
}

test('the patterns of real documents match as the engine says', () => {
  const all = [...new Set(CORPUS_NAMES.flatMap(patternsOf))];
  const patterns = all.filter((source) => patternOf(source) !== null);
  expect(patterns.length).toBeGreaterThan(250);
  const differing: string[] = [];
  for (const source of patterns) {
    const sampled = samplePattern(source, 0) ?? '';
    const program = writeProgram(parsePattern(source));
    for (const text of [...TEXTS, sampled, `${sampled}!`, sampled.slice(1), `a${sampled}`]) {
      const expected = new RegExp(source, 'u').test(text);
      const budget = new StepBudget(5_000_000);
      const simulated = runProgram(program, text, { isAnchored: false, budget });
      const isSame = patternOf(source)?.matches(text) === expected && simulated === expected;
      if (!isSame) differing.push(`${source} ${JSON.stringify(text)}`);
    }
  }
  expect(differing).toEqual([]);
});
