import { expect, test } from 'vitest';

import { needsVerification } from '#app/auth/email/needs-verification.ts';
import type { User } from '#app/auth/user.ts';

function user(providers: string[], { emailVerified = false, isAnonymous = false } = {}): User {
  const of = { uid: 'u', email: 'ada@example.com', displayName: null, photoURL: null };
  return {
    ...of,
    emailVerified,
    isAnonymous,
    providerData: providers.map((providerId) => ({ ...of, providerId })),
    phoneNumber: null,
    tenantId: null,
    creationTime: null,
    lastLoginTime: null,
  };
}

test('who signs in by password has to verify the address, and nobody else', () => {
  expect(needsVerification(user(['password']))).toBe(true);
  expect(needsVerification(user(['password'], { emailVerified: true }))).toBe(false);
  expect(needsVerification(user(['google.com']))).toBe(false);
  expect(needsVerification(user(['google.com', 'password']))).toBe(false);
  expect(needsVerification(user([], { isAnonymous: true }))).toBe(false);
});
