import type { AuthScheme } from '../definition.ts';

/** Names of the secrets that a scheme needs. */
export function secretNames(scheme: AuthScheme): string[] {
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
