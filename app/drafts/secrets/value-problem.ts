import type { AuthScheme, Upstream } from '#app/runtime/definition.ts';
import { isHeaderText } from '#app/runtime/request/header-text.ts';
import { MIN_SECRET_LENGTH } from '#app/runtime/upstream/redact.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';
import { findKeyProblem, keyAlgorithmOf } from '#app/runtime/upstream/signing/private-key.ts';

/** Why a text cannot be the value of a secret, as a sentence; null where it can. */
export function findValueProblem(
  upstreams: readonly Pick<Upstream, 'auth'>[],
  name: string,
  value: string,
): string | null {
  const schemes = upstreams
    .flatMap(({ auth }) => auth)
    .filter((scheme) => secretNames(scheme).includes(name));
  if (schemes.some((scheme) => isSentInHeader(scheme)) && !isHeaderText(value)) {
    return `${name} is sent in a header, which takes ASCII characters and no line breaks only. Copy the value again; nothing was changed.`;
  }
  const isKey = schemes.some(
    (scheme) => scheme.kind === 'signature' && keyAlgorithmOf(scheme, name) !== null,
  );
  const problem = isKey ? findKeyProblem(value) : null;
  if (problem !== null) return `This is no private key: ${problem}. Nothing was changed.`;
  const isPublic =
    schemes.length > 0 && schemes.every((scheme) => publicNames(scheme).includes(name));
  if (isPublic || value.length >= MIN_SECRET_LENGTH) return null;
  return `This value is too short: one of fewer than ${MIN_SECRET_LENGTH} characters cannot be blanked where an answer repeats it. Nothing was changed.`;
}

function isSentInHeader(scheme: AuthScheme): boolean {
  return scheme.kind === 'bearer' || (scheme.kind === 'apiKey' && scheme.in === 'header');
}

/** Names of values that are no secret by themselves, such as that of a user. */
function publicNames(scheme: AuthScheme): string[] {
  switch (scheme.kind) {
    case 'basic':
      return [scheme.usernameSecret];
    case 'oauth2AuthorizationCode':
    case 'oauth2ClientCredentials':
      return [scheme.clientIdSecret];
    default:
      return [];
  }
}
