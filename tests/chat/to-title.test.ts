import { expect, test } from 'vitest';

import { toTitle } from '#app/chat/to-title.ts';

const titleOf = (text: string) =>
  toTitle({ id: 'm', role: 'user', parts: [{ type: 'text', text }] });

test.each([
  ['Make a server for our shop', 'Make a server for our shop'],
  ['Add  users\nand orders', 'Add users and orders'],
  ["curl -u admin:hunter2 'https://api.example.com/users'", 'Import from api.example.com'],
  ['curl https://admin:hunter2@api.example.com/users', 'Import from api.example.com'],
  ["Import this:\ncurl -u admin:hunter2 'https://api.example.com/users'", 'Import this:'],
  [
    'Use https://api.example.com, my token is live-4711',
    'Use https://api.example.com, my token is …',
  ],
  ['Password: hunter2, add users', 'Password: … add users'],
  ['Call https://ada:pw@api.example.com/users', 'Call https://api.example.com/users'],
  ['Add this API\n{"openapi":"3.1.0","info":{"title":"Shop"}}', 'Add this API'],
])('“%s” is called “%s”', (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test('a document by itself gives no title, and a long text is cut', () => {
  expect(titleOf('{"openapi":"3.1.0","info":{"title":"Shop"},"paths":{}}')).toBeNull();
  expect(titleOf('a '.repeat(100))).toHaveLength(80);
});
