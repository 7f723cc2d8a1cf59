import { expect, test } from 'vitest';

import { detectInput } from '#app/drafts/documents/composer-input.ts';
import { isDocument } from '#app/drafts/documents/is-document.ts';
import {
  carriesUrlCredentials,
  stripUrlCredentials,
} from '#app/drafts/documents/strip-url-credentials.ts';

const carries = (text: string) => carriesUrlCredentials(detectInput(text, isDocument));

test.each([
  ['https://ada:s3cr3t@api.example.com/v1', 'https://api.example.com/v1'],
  ['https://ada@api.example.com/v1', 'https://api.example.com/v1'],
  ['HTTP://ada:p@ss:w@api.example.com:8443/v1', 'HTTP://api.example.com:8443/v1'],
  [
    'use https://a:b@x.example/y and https://c:d@z.example',
    'use https://x.example/y and https://z.example',
  ],
])('%s loses its user name and password', (text, rest) => {
  expect(stripUrlCredentials(text)).toBe(rest);
  expect(carries(text)).toBe(true);
});

test.each([
  'https://api.example.com/users/ada@example.com',
  'https://api.example.com/search?mail=ada@example.com',
  'https://api.example.com/#ada@example.com',
  'write to ada@example.com about https://api.example.com',
  'https://@ nothing',
])('%s stays as it is', (text) => {
  expect(stripUrlCredentials(text)).toBe(text);
  expect(carries(text)).toBe(false);
});

test('a document is not held back: an import keeps no credentials of it', () => {
  expect(carries('{"servers":[{"url":"https://a:b@api.example.com"}]}')).toBe(false);
  expect(carries('curl https://a:b@api.example.com/users')).toBe(false);
});

test('of a long run of signs only what stands before the last host goes', () => {
  expect(stripUrlCredentials(`https://${'a:@'.repeat(20_000)}`)).toBe('https://a:@');
});
