import { expect, test } from 'vitest';

import { requireSignedIn } from '#app/auth/require-signed-in.ts';

test('who asks for a token while nobody is signed in is told so', () => {
  expect(() => requireSignedIn(null)).toThrow(/^User not authenticated$/);
  const user = { uid: 'ann' };
  expect(requireSignedIn(user)).toBe(user);
});
