import { expect, test } from 'vitest';

import { detectInput as detect, nameText } from '#app/drafts/documents/composer-input.ts';
import { formatSize } from '#app/platform/text/format-size.ts';
import { isDocument } from '#app/drafts/documents/is-document.ts';

const detectInput = (text: string) => detect(text, isDocument);

test('one line with an http address is fetched', () => {
  expect(detectInput('  https://api.example.com/openapi.json\n')).toEqual({
    kind: 'url',
    url: 'https://api.example.com/openapi.json',
  });
});

test('a document is sent as it stands, even where it starts with an address', () => {
  const text = 'https://a.example\nopenapi: 3.1.0\n';
  expect(detectInput(text)).toEqual({ kind: 'text', text });
  expect(detectInput('openapi: 3.1.0')).toEqual({ kind: 'text', text: 'openapi: 3.1.0' });
});

test('a document behind words is said to the builder, which imports it', () => {
  const text = 'import this please\n\nopenapi: 3.1.0\ninfo: {}\n';
  expect(detectInput(text)).toEqual({ kind: 'words', text });
});

test('a list of addresses is read at once, however long it is', () => {
  // Each line could be read as an address and as a key: a pattern that tries both never ends.
  const text = `${'https://api.example.com/things\n'.repeat(40)}make tools of these`;
  expect(detectInput(text)).toEqual({ kind: 'words', text });
  const notes = `${'---: a\n'.repeat(40)}make tools of these`;
  expect(detectInput(notes)).toEqual({ kind: 'words', text: notes });
});

test('other schemes and broken addresses are text, so that the server says what is wrong', () => {
  for (const text of ['ftp://example.com/a.json', 'http://', 'file:///etc/passwd']) {
    expect(detectInput(text)).toEqual({ kind: 'text', text });
  }
});

test('before documents can be recognised, an address is one all the same', () => {
  expect(detect('https://api.example.com/a.json', null)).toMatchObject({ kind: 'url' });
  expect(detect('ftp://example.com/a.json', null)).toMatchObject({ kind: 'text' });
  expect(detect('openapi: 3.1.0', null)).toEqual({ kind: 'words', text: 'openapi: 3.1.0' });
  expect(detect(' ', null)).toBeNull();
});

test('white space alone cannot be sent', () => {
  expect(detectInput(' \n\t')).toBeNull();
});

test('a long paste is named by what it looks like', () => {
  expect(nameText('\n {"openapi": "3.1.0"}')).toBe('Pasted document.json');
  expect(nameText('# note\nopenapi: 3.1.0')).toBe('Pasted document.yaml');
  expect(nameText('# users\n$ curl https://api.test')).toBe('cURL commands');
  expect(nameText('<html>')).toBe('Pasted text');
});

test('sizes have the unit that keeps them short', () => {
  expect([0, 999, 1_500, 60_000, 12_700_000].map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '60 kB',
    '12.7 MB',
  ]);
});
