import type { SecretStatus } from '#app/drafts/draft.ts';

import type { OfferedSecret } from './offered-secrets.ts';

/** The secrets that a value may be meant for, the likeliest first: by their names, then those without one. */
export function orderSecrets(
  { name }: Pick<OfferedSecret, 'name'>,
  secrets: readonly SecretStatus[],
): SecretStatus[] {
  const words = new Set(name.split('_'));
  const likeness = (secret: SecretStatus) =>
    secret.name.split('_').filter((word) => words.has(word)).length * 2 + (secret.isSet ? 0 : 1);
  return secrets.toSorted((one, other) => likeness(other) - likeness(one));
}
