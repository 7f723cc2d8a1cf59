import type { AuthScheme } from '../definition.ts';

/** Names of the secrets that a scheme needs. */
export function secretNames(scheme: AuthScheme): string[] {
  switch (scheme.kind) {
    case 'apiKey':
    case 'bearer':
      return [scheme.secret];
    case 'basic':
      return [scheme.usernameSecret, scheme.passwordSecret];
    case 'oauth2AuthorizationCode': {
      const { clientIdSecret, clientSecretSecret, refreshTokenSecret } = scheme;
      const client = clientSecretSecret === undefined ? [] : [clientSecretSecret];
      return [clientIdSecret, ...client, refreshTokenSecret];
    }
    case 'oauth2ClientCredentials':
      return [scheme.clientIdSecret, scheme.clientSecretSecret];
    case 'signature':
      return scheme.secrets.map(({ secret }) => secret);
    case 'awsSignature': {
      const { accessKeyIdSecret, secretAccessKeySecret, sessionTokenSecret } = scheme;
      const token = sessionTokenSecret === undefined ? [] : [sessionTokenSecret];
      return [accessKeyIdSecret, secretAccessKeySecret, ...token];
    }
  }
}
