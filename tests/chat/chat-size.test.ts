import { expect, test } from 'vitest';

import { MAX_ATTACHMENT_BYTES } from '#app/chat/attachments/attachment-limits.ts';
import { addFiles, describeRefusal } from '#app/chat/composer/attachments.ts';
import { chatBytesOf, describeTooMuch, findTooMuch } from '#app/chat/chat-size.ts';

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
    'This chat is full: it holds 4 MB of messages. Sign in to raise the limit to 10 MB, or start a new chat, or fork this one at an earlier message.',
  ],
  [
    'a full chat of an account',
    { left: 0, limit: ACCOUNT },
    'This chat is full: it holds 10 MB of messages. Start a new chat, or fork this one at an earlier message.',
  ],
  [
    'a chat with less room than that',
    { left: 1.5 * MEBIBYTE, limit: ACCOUNT },
    'This message is too large for this chat: only 1.5 MB of its 10 MB are left. Shorten it. Start a new chat, or fork this one at an earlier message.',
  ],
  [
    'an empty chat of a guest',
    { left: GUEST, limit: GUEST },
    'This message is too large: a chat of a guest can hold 4 MB. Shorten it, or sign in for 10 MB.',
  ],
  [
    'an empty chat of an account',
    { left: ACCOUNT, limit: ACCOUNT },
    'This message is too large: a chat can hold 10 MB. Shorten it.',
  ],
])('%s says what helps there', (_what, problem, words) => {
  expect(describeTooMuch(problem)).toBe(words);
});

test('of a file only its own size counts on the screen, and a byte above the limit is refused', () => {
  const toFile = (name: string, size: number) => ({ name, body: new Blob(['x'.repeat(size)]) });
  const largest = toFile('largest.json', MAX_ATTACHMENT_BYTES);
  const limits = { takesImages: false };
  const added = addFiles([], [largest, largest], limits);
  expect(added).toMatchObject({ ok: true, value: [{ name: 'largest.json', part: null }, {}] });
  const refused = addFiles([], [toFile('larger.json', MAX_ATTACHMENT_BYTES + 1)], limits);
  expect(refused).toMatchObject({ ok: false, reason: 'tooLarge' });
  expect(describeRefusal({ reason: 'tooLarge', name: 'larger.json' })).toBe(
    'larger.json: A file can have up to 16 MB, an image up to 5 MB.',
  );
});
