import { secretsOf } from '#app/blueprint/edit-upstreams.ts';
import type { Upstream } from '#app/runtime/definition.ts';

import type { SecretStatus } from './draft.ts';

/** Whether some upstream cannot be called for real yet: no alternative has all of its secrets. */
export function needsSecrets(
  upstreams: readonly Upstream[],
  secrets: readonly SecretStatus[],
): boolean {
  if (secrets.some((secret) => secret.isSet && secret.needsConfirmation)) return true;
  const usable = new Set(secrets.filter(({ isSet }) => isSet).map(({ name }) => name));
  return upstreams.some(({ auth, security }) => {
    const ready = new Set(
      auth
        .filter((scheme) => secretsOf(scheme).every((name) => usable.has(name)))
        .map(({ id }) => id),
    );
    return security.length > 0 && !security.some((ids) => ids.every((id) => ready.has(id)));
  });
}
