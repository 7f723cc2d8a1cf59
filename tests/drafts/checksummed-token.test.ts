import { expect, test } from 'vitest';

import { readToken, toId, writeToken } from '#app/platform/checksummed-token.ts';
import { isRandomId } from '#app/platform/ids.ts';

const secret = Uint8Array.from({ length: 32 }, (_, index) => index * 7);

test('a token is 43 base62 characters of secret and 6 of checksum, and reads back', () => {
  const token = writeToken('mcpb_draft_', secret);
  expect(token).toMatch(/^mcpb_draft_[0-9A-Za-z]{49}$/);
  expect(readToken('mcpb_draft_', token)).toEqual(secret);
});

test('the smallest and the largest secret read back', () => {
  for (const bytes of [new Uint8Array(32), new Uint8Array(32).fill(255)]) {
    expect(readToken('p_', writeToken('p_', bytes))).toEqual(bytes);
  }
});

test('a token with one character changed, of another kind or too long is refused', () => {
  const token = writeToken('mcpb_draft_', secret);
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
    expect(readToken('mcpb_draft_', changed)).toBeNull();
  }
  expect(readToken('mcpb_live_', token)).toBeNull();
  expect(readToken('mcpb_draft_', `${token}0`)).toBeNull();
});

test('the checksum is CRC-32', () => {
  const token = writeToken('', new Uint8Array(32));
  expect(token.slice(43)).toBe(crc32Base62('0'.repeat(43)));
});

test('an id of 128 bits has the shape of every other id', () => {
  expect(isRandomId(toId(secret))).toBe(true);
});

/** Another way to the same figure: by table. */
function crc32Base62(text: string): string {
  const table = Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  while (digits.length < 6) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
