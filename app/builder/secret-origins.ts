import type { AuthScheme, Upstream } from '#app/runtime/definition.ts';

/** Every origin that each secret would be sent to, by its name; sorted. */
export function toSecretOrigins(upstreams: readonly Upstream[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const add = (secret: string, url: string) => {
    const origins = found.get(secret) ?? new Set<string>();
    found.set(secret, origins.add(new URL(url).origin));
  };
  for (const { auth, baseUrl } of upstreams) {
    for (const scheme of auth) {
      for (const secret of secretsOf(scheme)) {
        // With client credentials the token that they buy goes to the base URL.
        if (scheme.kind === 'oauth2ClientCredentials') add(secret, scheme.tokenUrl);
        add(secret, baseUrl);
      }
    }
  }
  return new Map(Array.from(found, ([name, origins]) => [name, [...origins].sort()]));
}

function secretsOf(scheme: AuthScheme): string[] {
  switch (scheme.kind) {
    case 'apiKey':
    case 'bearer':
      return [scheme.secret];
    case 'basic':
      return [scheme.usernameSecret, scheme.passwordSecret];
    case 'oauth2ClientCredentials':
      return [scheme.clientIdSecret, scheme.clientSecretSecret];
  }
}
