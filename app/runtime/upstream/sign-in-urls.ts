import type { AuthScheme } from '../definition.ts';

/** Addresses at which a scheme gets its tokens, besides the API's own. */
export function signInUrls(scheme: AuthScheme): string[] {
  switch (scheme.kind) {
    case 'oauth2AuthorizationCode':
      return [scheme.authorizationUrl, scheme.tokenUrl];
    case 'oauth2ClientCredentials':
      return [scheme.tokenUrl];
    default:
      return [];
  }
}
