import type { User } from '#app/auth/user.ts';

/** Whether the user signs in by password only, and has not verified the address yet. */
export function needsVerification(user: User): boolean {
  const hasOther = user.providerData.some(({ providerId }) => providerId !== 'password');
  return !user.emailVerified && !user.isAnonymous && !hasOther;
}
