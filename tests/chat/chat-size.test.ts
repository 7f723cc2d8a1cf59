import { expect, test } from 'vitest';

import { chatBytesOf, describeTooMuch, findTooMuch } from '#app/builder/chat/chat-size.ts';

const MEBIBYTE = 1_048_576;
const GUEST = chatBytesOf({ isKept: false });
const ACCOUNT = chatBytesOf({ isKept: true });

const toMessage = (text: string) => ({
  id: 'm',
  role: 'user' as const,
  parts: [{ type: 'text' as const, text }],
});

test('a message fits where there is room for its bytes, and nothing fits where there is none', () => {
  const message = toMessage('ü'.repeat(100));
  expect(findTooMuch(message, 0, 1_000)).toBeNull();
  expect(findTooMuch(message, 800, 1_000)).toEqual({ reason: 'tooMuch', left: 200, limit: 1_000 });
  expect(findTooMuch(null, 999, 1_000)).toBeNull();
  expect(findTooMuch(null, 1_200, 1_000)).toEqual({ reason: 'tooMuch', left: 0, limit: 1_000 });
});

test.each([
  [
    'a full chat of a guest',
    { left: 0, limit: GUEST },
    'This chat is full: it holds its 8 MB of messages and files. Sign in, and it may hold 25 MB; or begin a new chat, or fork this one at an earlier message.',
  ],
  [
    'a full chat of an account',
    { left: 0, limit: ACCOUNT },
    'This chat is full: it holds its 25 MB of messages and files. Begin a new chat, or fork this one at an earlier message.',
  ],
  [
    'a chat with less room than that',
    { left: 1.5 * MEBIBYTE, limit: ACCOUNT },
    'This message is too large for this chat: of its 25 MB only 1.5 MB are left. Send less of it. Begin a new chat, or fork this one at an earlier message.',
  ],
  [
    'an empty chat of a guest',
    { left: GUEST, limit: GUEST },
    'This message is too large: a chat of a guest holds 8 MB. Send less of it, or sign in: then it is 25 MB.',
  ],
  [
    'an empty chat of an account',
    { left: ACCOUNT, limit: ACCOUNT },
    'This message is too large: a chat holds 25 MB. Send less of it.',
  ],
])('%s says what helps there', (_what, problem, words) => {
  expect(describeTooMuch(problem)).toBe(words);
});
