import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRedactor } from '#app/runtime/upstream/redact.ts';

const secret = fc.string({ unit: 'binary', minLength: 6 }).map((text) => text.toWellFormed());

test('no spelling of a secret survives in text or bytes', () => {
  fc.assert(
    fc.property(secret, fc.string(), (value, around) => {
      fc.pre(!'[redacted]'.includes(value));
      const redactor = createRedactor([value]);
      const base64 = Buffer.from(value).toString('base64');
      const core = base64.replace(/.?=+$/, '');
      const spellings = [
        value,
        encodeURIComponent(value),
        JSON.stringify(value).slice(1, -1),
        core,
        core.replaceAll('+', '-').replaceAll('/', '_'),
      ];
      for (const spelling of spellings) {
        const text = `${around}|${spelling}|${spelling}|${around}`;
        expect(redactor.text(text)).not.toContain(`|${spelling}|`);
        const bytes = redactor.bytes(new TextEncoder().encode(text));
        expect(new TextDecoder().decode(bytes)).not.toContain(`|${spelling}|`);
      }
    }),
  );
});

test.each([
  ['PHP', String.raw`{"key":"wJalr\/K7M+DENG&b<x>"}`],
  ['Go', String.raw`{"key":"wJalr/K7M+DENG\u0026b\u003cx\u003e"}`],
  ['.NET', String.raw`{"key":"wJalr/K7M\u002BDENG\u0026b\u003Cx\u003E"}`],
  ['an HTML page', '<pre>wJalr/K7M+DENG&amp;b&lt;x&gt;</pre>'],
])('the escapes of %s do not hide a secret', (_, text) => {
  const redactor = createRedactor(['wJalr/K7M+DENG&b<x>']);
  expect(redactor.text(text)).not.toContain('wJalr');
  expect(new TextDecoder().decode(redactor.bytes(new TextEncoder().encode(text)))).not.toContain(
    'wJalr',
  );
});

const units = (text: string, write: (code: number) => string) =>
  Array.from(text, (character) => write(character.charCodeAt(0))).join('');
const hexOf = (code: number) => code.toString(16).padStart(2, '0');

test.each<[string, (value: string) => string]>([
  ['hexadecimal', (value) => units(value, hexOf)],
  ['hexadecimal in capitals', (value) => units(value, hexOf).toUpperCase()],
  ['a dump of bytes', (value) => Array.from(value, (c) => hexOf(c.charCodeAt(0))).join(' ')],
  ['JSON that escapes everything', (value) => units(value, (code) => `\\u00${hexOf(code)}`)],
  ['decimal entities', (value) => units(value, (code) => `&#${code};`)],
  ['hexadecimal entities', (value) => units(value, (code) => `&#x${hexOf(code)};`)],
  ['entities in capitals', (value) => units(value, (code) => `&#x${hexOf(code).toUpperCase()};`)],
  ['an address in an address', (value) => encodeURIComponent(encodeURIComponent(value))],
])('%s does not hide a secret', (_, write) => {
  const value = 'wJalr/K7M+DENG b';
  const text = `before ${write(value)} after`;
  const redactor = createRedactor([value]);
  expect(redactor.text(text)).toBe('before [redacted] after');
  const bytes = redactor.bytes(new TextEncoder().encode(text));
  expect(new TextDecoder().decode(bytes)).toBe('before [redacted] after');
});

test.each(['utf-16le', 'utf-16be'])('bytes in %s do not hide a secret', (encoding) => {
  const little = Buffer.from('x wJalr/K7M+DENG y', 'utf16le');
  const bytes = encoding === 'utf-16le' ? little : Buffer.from(little).swap16();
  const blanked = Buffer.from(createRedactor(['wJalr/K7M+DENG']).bytes(bytes)).toString('latin1');
  expect(blanked).toContain('[redacted]');
  expect(blanked.replaceAll('\0', '')).not.toContain('wJalr');
});

test('base64 that begins before the secret does not hide it', () => {
  const redactor = createRedactor(['a-long-secret-value']);
  for (const before of ['', 'x', 'xy', 'key=', 'user:']) {
    const encoded = Buffer.from(`${before}a-long-secret-value;`).toString('base64');
    const decoded = Buffer.from(redactor.text(encoded), 'base64').toString('latin1');
    expect(decoded, before).not.toContain('long-secret');
    expect(redactor.text(encoded), before).toContain('[redacted]');
  }
});

test('text without a secret is unchanged', () => {
  const redactor = createRedactor(['a-long-secret']);
  const bytes = new Uint8Array([0, 255, 97, 45]);
  expect(redactor.bytes(bytes)).toBe(bytes);
  expect(redactor.text('a-long-secre')).toBe('a-long-secre');
});

test('values too short to be secrets are not redacted', () => {
  expect(createRedactor(['a', 'admin', '']).text('a admin at home')).toBe('a admin at home');
});

test('nothing is left over of secrets that contain each other', () => {
  expect(createRedactor(['secret', 'secret-longer']).text('secret-longer secret')).toBe(
    '[redacted] [redacted]',
  );
});
