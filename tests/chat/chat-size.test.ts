import { expect, test } from 'vitest';

import { addFiles, describeRefusal } from '#app/chat/composer/attachments.ts';
import { attachedBytesOf, chatBytesOf, describeTooMuch, findTooMuch } from '#app/chat/chat-size.ts';

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
    'This chat is full: it holds 4 MB of messages and files. Sign in to raise the limit to 10 MB, or start a new chat, or fork this one at an earlier message.',
  ],
  [
    'a full chat of an account',
    { left: 0, limit: ACCOUNT },
    'This chat is full: it holds 10 MB of messages and files. Start a new chat, or fork this one at an earlier message.',
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

test.each([
  ['a guest', false, 'large.json: The files of a message can be up to 2.4 MB in total.'],
  ['an account', true, 'large.json: The files of a message can be up to 6 MB in total.'],
])(
  'what the screen lets %s attach fits into an empty chat, and a byte more is refused',
  (_who, isKept, words) => {
    const bytes = attachedBytesOf({ isKept });
    const limits = { bytes, takesImages: false };
    const file = { name: 'large.json', body: new Blob(['x'.repeat(bytes)]) };
    const added = addFiles([], [file], limits);
    expect(added).toMatchObject({ ok: true, value: [{ name: 'large.json' }] });
    const url = `data:application/json;base64,${'A'.repeat(Math.ceil(bytes / 3) * 4)}`;
    const sent = { type: 'file' as const, mediaType: 'application/json', filename: file.name, url };
    const message = { id: 'm', role: 'user' as const, parts: [sent] };
    expect(findTooMuch(message, 0, chatBytesOf({ isKept }))).toBeNull();
    const more = { name: 'more.json', body: new Blob(['y']) };
    const refused = addFiles(added.ok ? added.value : [], [more], limits);
    expect(refused).toMatchObject({ ok: false, reason: 'tooLarge' });
    expect(describeRefusal({ reason: 'tooLarge', name: file.name }, limits)).toBe(words);
  },
);
