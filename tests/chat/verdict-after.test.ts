import { expect, test } from 'vitest';

import { verdictAfter, verdictBefore, type ChatMessage } from '#app/chat/chat-parts.ts';

function answer(id: string, data?: object): ChatMessage {
  const parts = data === undefined ? [] : [{ type: 'data-draft', id: 'draft', data }];
  return { id, role: 'assistant', parts } as ChatMessage;
}

const READY = { kind: 'ready' };
const TWO = { kind: 'fixes', count: 2 };

test.each([
  ['its verdict', { verdict: TWO, score: 90, fails: 2 }, TWO],
  [
    'its verdict, also without a score',
    { verdict: { kind: 'unusable' }, score: null },
    { kind: 'unusable' },
  ],
  ['ready, where an older one has a score and nothing failed', { score: 94, fails: 0 }, READY],
  ['ready, where the oldest have only a score', { score: 94 }, READY],
  ['what failed, where an older one counts it', { score: 94, fails: 2 }, TWO],
  ['nothing, where an older one has no score', { score: null }, null],
  ['nothing, where there was no report', undefined, null],
])('a message says %s', (_what, data, verdict) => {
  expect(verdictAfter(answer('a', data))).toEqual(verdict);
});

test('the verdict before a message is that of the last one that has any', () => {
  const messages = [
    answer('a', { verdict: TWO, score: 90 }),
    answer('b'),
    answer('c', { score: 99 }),
  ];
  expect(verdictBefore(messages, 2)).toEqual(TWO);
  expect(verdictBefore(messages, 3)).toEqual(READY);
  expect(verdictBefore(messages, 0)).toBeNull();
});
