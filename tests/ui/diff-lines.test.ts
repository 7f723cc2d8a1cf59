import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { cutHunks, diffLines, toHunks } from '#app/ui/code/diff-lines.ts';

const show = (before: string, after: string) =>
  diffLines(before, after).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`,
  );

test.each([
  ['nothing changed', 'a\nb\n', 'a\nb\n', [' a', ' b']],
  ['a line in the middle', 'a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
  ['a line more at the end', 'a\n', 'a\nb\n', [' a', '+b']],
  ['a line less at the beginning', 'a\nb\n', 'b\n', ['-a', ' b']],
  ['a new file', '', 'a\nb\n', ['+a', '+b']],
  ['a removed file', 'a\nb\n', '', ['-a', '-b']],
  ['changes apart', 'a\nb\nc\nd\n', 'x\nb\nc\ny\n', ['-a', '+x', ' b', ' c', '-d', '+y']],
])('%s', (_name, before, after, shown) => {
  expect(show(before, after)).toEqual(shown);
});

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

test('both texts can be read from every comparison', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const join = (left: string) =>
        lines.flatMap((line) => (line.kind === left ? [] : [`${line.text}\n`])).join('');
      expect(join('added')).toBe(before);
      expect(join('removed')).toBe(after);
    }),
  );
});

test('no comparison has more changes than the longest common lines leave', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const same = diffLines(before, after).filter(({ kind }) => kind === 'same').length;
      expect(same).toBe(
        longestCommon(before.split('\n').slice(0, -1), after.split('\n').slice(0, -1)),
      );
    }),
  );
});

/** As slow as it is plain: either both first lines are kept, or one of them is left out. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let below = Array.from({ length: other.length + 1 }, () => 0);
  for (const line of one) {
    const row = [0];
    other.forEach((each, j) => {
      const kept = (below[j] ?? 0) + 1;
      row.push(line === each ? kept : Math.max(below[j + 1] ?? 0, row[j] ?? 0));
    });
    below = row;
  }
  return below.at(-1) ?? 0;
}

test('texts that have nothing in common are compared in no time', () => {
  const many = (word: string) => Array.from({ length: 5_000 }, (_, n) => `${word} ${n}\n`).join('');
  const lines = diffLines(many('old'), many('new'));
  expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(5_000);
  expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(5_000);
});

test('groups hold each change once, with three lines around it', () => {
  const before = Array.from({ length: 40 }, (_, n) => `${n}\n`).join('');
  const after = before
    .replace('\n5\n', '\nfive\n')
    .replace('\n8\n', '\neight\n')
    .replace('\n30\n', '\n');
  const hunks = toHunks(diffLines(before, after));
  expect(hunks.map((hunk) => hunk.length)).toEqual([12, 7]);
  expect(hunks.flat().filter(({ kind }) => kind !== 'same')).toHaveLength(5);
});

test('a comparison of more lines than are drawn says how many changes are left out', () => {
  const hunks = toHunks(diffLines('', 'a\n'.repeat(10)));
  const cut = cutHunks(hunks, 4);
  expect(cut.hunks.flat()).toHaveLength(4);
  expect(cut.left).toBe(6);
  expect(cutHunks(hunks, 10)).toEqual({ hunks, left: 0 });
});

test('lines that are the same are not counted as changes that are left out', () => {
  const hunks = toHunks(diffLines('a\nb\nc\nd\ne\n', 'a\nb\nx\nd\ne\n'));
  expect(cutHunks(hunks, 1).left).toBe(2);
});
