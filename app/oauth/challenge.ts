import { toEndpointAddress } from './builder-slug.ts';

/** The `WWW-Authenticate` value that tells a client where and for what to sign in (RFC 6750, RFC 9728). */
export function toChallenge(
  origin: string,
  slug: string,
  {
    error,
    scope = [],
  }: { error?: 'invalid_token' | 'insufficient_scope'; scope?: readonly string[] },
): string {
  const fields = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scope.length === 0 ? [] : [`scope="${scope.join(' ')}"`]),
    `resource_metadata="${origin}/.well-known/oauth-protected-resource${toEndpointAddress(slug)}"`,
  ];
  return `Bearer ${fields.join(', ')}`;
}
