import { expect, test } from 'vitest';

import { boundChange } from '#app/blueprint/diff/bound-change.ts';

const toLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

test('what fits stays as it is', () => {
  const change = { field: 'a', before: toLines(3), after: null };
  expect(boundChange(change, 100)).toBe(change);
});

test('what is the same goes first, but for some lines around the change', () => {
  const [head, tail] = [toLines(500), toLines(500)];
  const of = (changed: string) => `${head}\n${changed}\n${tail}`;
  const bound = boundChange({ field: 'a', before: of('old'), after: of('new') }, 1_000);
  expect(bound).toEqual({
    field: 'a',
    before: 'line 498\nline 499\nline 500\nold\nline 1\nline 2\nline 3',
    after: 'line 498\nline 499\nline 500\nnew\nline 1\nline 2\nline 3',
    skipped: 497,
  });
});

test('a change in the middle of one long line is shown', () => {
  const of = (changed: string) => `${'x'.repeat(5_000)}${changed}${'y'.repeat(5_000)}`;
  const bound = boundChange({ field: 'a', before: of('old'), after: of('new') }, 1_000);
  expect(bound.before).toMatch(/^…x+oldy+$/);
  expect(bound.after).toMatch(/^…x+newy+$/);
  expect(bound).not.toHaveProperty('left');
});

test('what is the same goes as well from a text that would fit, but takes the room of others', () => {
  const of = (changed: string) => `${toLines(500)}\n${changed}`;
  const change = { field: 'a', before: of('old'), after: of('new') };
  expect(boundChange(change, 10_000)).toBe(change);
  expect(boundChange(change, 10_000, 1_000)).toMatchObject({ skipped: 497 });
});

test('what is too long all the same is cut, and counted', () => {
  const bound = boundChange({ field: 'a', before: null, after: 'x'.repeat(1_500) }, 1_000);
  expect(bound).toEqual({ field: 'a', before: null, after: `${'x'.repeat(1_000)}…`, left: 500 });
  const none = boundChange({ field: 'a', before: 'b', after: 'x' }, 0);
  expect(none.left).toBe(2);
});

test('what was only added to a long text, or taken from it, is shown', () => {
  const text = toLines(500);
  const added = boundChange({ field: 'a', before: text, after: `${text}\nmore` }, 1_000);
  expect(added.after).toMatch(/line 500\nmore$/);
  expect(added.before).toMatch(/line 500$/);
  const removed = boundChange({ field: 'a', before: `${text}${text}`, after: text }, 5_000);
  expect(removed.before?.length).toBeGreaterThan(removed.after?.length ?? 0);
});
