import type { Upstream } from '#app/runtime/definition.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

/** Every origin that each secret would be sent to, by its name; sorted. */
export function toSecretOrigins(upstreams: readonly Upstream[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const add = (secret: string, url: string) => {
    const origins = found.get(secret) ?? new Set<string>();
    found.set(secret, origins.add(new URL(url).origin));
  };
  for (const { auth, baseUrl } of upstreams) {
    for (const scheme of auth) {
      for (const secret of secretNames(scheme)) {
        // The token that they buy goes to the base URL.
        if ('tokenUrl' in scheme) add(secret, scheme.tokenUrl);
        add(secret, baseUrl);
      }
      // A person signs in there for this client, and the browser takes its id along.
      if (scheme.kind === 'oauth2AuthorizationCode') {
        add(scheme.clientIdSecret, scheme.authorizationUrl);
      }
    }
  }
  return new Map(Array.from(found, ([name, origins]) => [name, [...origins].sort()]));
}
