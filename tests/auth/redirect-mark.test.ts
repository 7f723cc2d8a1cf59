import { expect, test } from 'vitest';

import { canRedirect } from '#app/auth/login/redirect-mark.ts';

test.each([
  ['builder.example', 'builder.example', true],
  ['localhost:5173', 'localhost:9099', true],
  ['builder.example', 'auth.builder.example', true],
  ['builder.example', 'builder.firebaseapp.com', false],
  ['localhost:5173', '127.0.0.1:9099', false],
  ['notbuilder.example', 'builder.example', false],
])('a page on %s with sign-in on %s: a full page comes back: %s', (page, signIn, expected) => {
  expect(canRedirect(page, signIn)).toBe(expected);
});
