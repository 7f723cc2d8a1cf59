import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

/** Names of the secrets of APIs that somebody connects by signing in there. */
export function listConnectedSecrets({ upstreams }: Pick<Blueprint, 'upstreams'>): Set<string> {
  const schemes = upstreams.flatMap(({ auth }) => auth);
  const connected = schemes.filter(({ kind }) => kind === 'oauth2AuthorizationCode');
  return new Set(connected.flatMap(secretNames));
}
