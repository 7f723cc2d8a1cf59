import { expect, test } from 'vitest';

import { changeWords, findingWords } from '#app/chat/messages/result-words.ts';

test.each([
  ['nothing', [], null],
  ['one change', ['get_user is added.'], 'get_user is added.'],
  ['some', ['a is added.', 'b is added.'], 'a is added. b is added.'],
  ['five', ['1.', '2.', '3.', '4.', '5.'], '1. 2. 3. 4. 5.'],
  ['more than are shown', ['1.', '2.', '3.', '4.', '5.', '6.'], '1. 2. 3. 4. And 2 more.'],
])('%s that a turn changed', (_name, changed, words) => {
  expect(changeWords(changed)).toBe(words);
});

test('findings that went and that came are counted and named', () => {
  expect(findingWords({ fixed: ['a.b', 'a.c'], broken: ['d.e'] })).toEqual({
    fixed: '2 findings fewer: a.b, a.c',
    broken: '1 finding more: d.e',
  });
  const titles = { 'tools.saysWhen': 'Descriptions say when to use a tool' };
  expect(findingWords({ fixed: [], broken: ['tools.saysWhen'], titles })).toEqual({
    fixed: null,
    broken: '1 finding more: Descriptions say when to use a tool',
  });
  expect(findingWords({ fixed: [], broken: ['1', '2', '3', '4', '5'] })).toEqual({
    fixed: null,
    broken: '5 findings more: 1, 2, 3, 4, …',
  });
});
