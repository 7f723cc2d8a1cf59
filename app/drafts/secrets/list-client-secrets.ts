import type { Blueprint } from '#app/blueprint/blueprint.ts';

/** Names of the secrets by which APIs that people sign in to know the server: the client's id and secret. */
export function listClientSecrets({ upstreams }: Pick<Blueprint, 'upstreams'>): Set<string> {
  const schemes = upstreams.flatMap(({ auth }) => auth);
  const names = schemes.flatMap((scheme) =>
    scheme.kind === 'oauth2AuthorizationCode'
      ? [scheme.clientIdSecret, scheme.clientSecretSecret]
      : [],
  );
  return new Set(names.filter((name) => name !== undefined));
}
