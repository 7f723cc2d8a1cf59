import type { ServerTarget, TargetAuth } from '#app/mcp-client/target.ts';

import type { TestedServer } from './tested-server.ts';

/** The parts of a server's settings that prove who calls; they never leave the browser except to that server. */
export interface TargetSecrets {
  /** The origin that they were entered for, and the only one that they go to. */
  origin: string;
  /** Values of headers by their names. */
  headers: Readonly<Record<string, string>>;
  token: string;
  clientSecret: string;
}

export const NO_SECRETS: TargetSecrets = { origin: '', headers: {}, token: '', clientSecret: '' };

/** The settings of a server without anything secret, and the secrets apart from them. */
export function splitSecrets(target: ServerTarget): {
  saved: TestedServer;
  secrets: TargetSecrets;
} {
  const { headers, auth, ...rest } = target;
  return {
    saved: { ...rest, headerNames: headers.map(({ name }) => name), auth: toSavedAuth(auth) },
    secrets: {
      origin: originOf(target.url),
      headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      token: auth.kind === 'bearer' ? auth.token : '',
      clientSecret: auth.kind === 'oauth' ? auth.clientSecret : '',
    },
  };
}

/**
 * The server that settings and secrets are of. Settings of the account change in other browsers as well: where they
 * name another origin, the secrets of this browser do not go there.
 */
export function joinSecrets(
  { headerNames, auth, ...rest }: TestedServer,
  secrets: TargetSecrets,
): ServerTarget {
  const isTheirs = secrets.origin === originOf(rest.url);
  const { headers, token, clientSecret } = isTheirs ? secrets : NO_SECRETS;
  return {
    ...rest,
    headers: headerNames.map((name) => ({
      name,
      value: Object.hasOwn(headers, name) ? (headers[name] ?? '') : '',
    })),
    auth: toTargetAuth(auth, token, clientSecret),
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

function toSavedAuth(auth: TargetAuth): TestedServer['auth'] {
  if (auth.kind !== 'oauth') return { kind: auth.kind };
  const { kind, clientId, scope, method } = auth;
  return { kind, clientId, scope, method };
}

function toTargetAuth(auth: TestedServer['auth'], token: string, clientSecret: string): TargetAuth {
  if (auth.kind === 'bearer') return { kind: 'bearer', token };
  return auth.kind === 'oauth' ? { ...auth, clientSecret } : auth;
}
