import { expect, test } from 'vitest';

import { TextSurveyor } from '#app/chat/attachments/survey-text.ts';

/** Surveys bytes that come in pieces of this size. */
function survey(bytes: Uint8Array, size = bytes.length) {
  const surveyor = new TextSurveyor();
  for (let from = 0; from < bytes.length; from += size) {
    surveyor.push(bytes.slice(from, from + size));
  }
  return surveyor.end();
}

const toBytes = (text: string) => new TextEncoder().encode(text);

test.each([1, 2, 7, 1_000_000])(
  'a text that comes in pieces of %i bytes is the same text',
  (size) => {
    const text = `üñ${'ж'.repeat(30_000)} see "https://api.example.com/v1/ü" and http://b.example.net.`;
    expect(survey(toBytes(text), size)).toEqual({
      encoding: 'utf-8',
      characters: text.length,
      opening: text.slice(0, 20_000),
      addresses: 'https://api.example.com/v1/ü\nhttp://b.example.net.',
    });
  },
);

test('a byte order mark says what the bytes are, also one that comes in pieces', () => {
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...'hello'.split('').flatMap((one) => [one.charCodeAt(0), 0]),
  ]);
  for (const size of [1, 3, 100]) {
    expect(survey(utf16, size)).toMatchObject({ encoding: 'utf-16le', opening: 'hello' });
  }
  expect(survey(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toMatchObject({ characters: 1 });
});

test.each([
  ['an archive', [0x50, 0x4b, 3, 4, 0xff]],
  ['a text that breaks off within a letter', [0x61, 0xc3]],
  ['half of a mark', [0xff]],
])('%s is no text', (_what, bytes) => {
  expect(survey(new Uint8Array(bytes))).toBeNull();
});

test('addresses are kept once each, and not without end', () => {
  const many = Array.from(
    { length: 5_000 },
    (_, at) => `https://host-${at % 4_000}.example.com/path`,
  );
  const found = survey(toBytes(`${' '.repeat(20_000)}${many.join('\n')}`), 997)?.addresses ?? '';
  const lines = found.split('\n');
  expect(found.length).toBeLessThanOrEqual(20_000);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.slice(0, 2)).toEqual(many.slice(0, 2));
});
