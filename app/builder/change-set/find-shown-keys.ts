import { listSentSecrets } from '#app/blueprint/find-signature-problems.ts';
import type { AuthScheme, Upstream } from '#app/runtime/definition.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

/** Secrets of an upstream that have only signed its requests, and that a change would send themselves. */
export function findShownKeys(known: Upstream | undefined, upstream: Upstream): string[] {
  if (known === undefined) return [];
  const sent = new Set(known.auth.flatMap(sentSecrets));
  const keys = new Set(known.auth.flatMap(secretNames).filter((name) => !sent.has(name)));
  return [...new Set(upstream.auth.flatMap(sentSecrets))].filter((name) => keys.has(name));
}

/** Names of the secrets that leave as they are, or as what can be turned back. */
function sentSecrets(scheme: AuthScheme): string[] {
  switch (scheme.kind) {
    case 'signature':
      return listSentSecrets(scheme);
    case 'awsSignature':
      return secretNames(scheme).filter((name) => name !== scheme.secretAccessKeySecret);
    default:
      return secretNames(scheme);
  }
}
