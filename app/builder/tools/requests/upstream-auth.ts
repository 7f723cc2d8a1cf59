import * as z from 'zod';

import { HttpUrl, type Blueprint } from '#app/blueprint/blueprint.ts';
import type { AuthScheme } from '#app/runtime/definition.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

import {
  AwsSignatureAuth,
  describeSigning,
  SignatureAuth,
  toSigningScheme,
} from './signing-auth.ts';
const Scopes = z.array(z.string().min(1)).max(100).default([]);

/** Client credentials, or an authorization code where a person signs in. */
const OAuth = z
  .strictObject({
    kind: z.literal('oauth2'),
    tokenUrl: HttpUrl,
    scopes: Scopes,
    authorizationUrl: HttpUrl.optional().describe(
      'Where a person signs in (authorization code, PKCE), with its own parameters such as access_type=offline; else client credentials.',
    ),
    isPublicClient: z.boolean().optional().describe('Without a client secret.'),
  })
  .refine((auth) => auth.isPublicClient !== true || auth.authorizationUrl !== undefined, {
    path: ['isPublicClient'],
    error: 'is only for an authorizationUrl: client credentials need a secret',
  });

/** How requests prove who sends them, as a model gives it: without any value. */
export const UpstreamAuth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['none', 'bearer', 'basic']) }),
  z.strictObject({
    kind: z.literal('apiKey'),
    in: z.enum(['header', 'query', 'cookie']),
    name: z.string().min(1),
  }),
  OAuth,
  SignatureAuth,
  AwsSignatureAuth,
]);
export type UpstreamAuth = z.infer<typeof UpstreamAuth>;

/** The scheme of an upstream, with the names of its secrets; null where none is wanted. */
export function toScheme(
  auth: UpstreamAuth,
  blueprint: Blueprint,
  upstream: { id: string; baseUrl: string },
): AuthScheme | null {
  const name = (suffix: string) => toSecretName(blueprint, upstream, suffix);
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return { id: 'bearer', kind: 'bearer', secret: name('TOKEN') };
    case 'basic':
      return {
        id: 'basic',
        kind: 'basic',
        usernameSecret: name('USERNAME'),
        passwordSecret: name('PASSWORD'),
      };
    case 'apiKey':
      return { id: 'key', kind: 'apiKey', in: auth.in, name: auth.name, secret: name('KEY') };
    case 'oauth2':
      return toOAuthScheme(auth, name);
    case 'signature':
    case 'awsSignature':
      return toSigningScheme(auth, {
        known: blueprint.upstreams.find(({ id }) => id === upstream.id)?.auth ?? [],
        keep: name,
        create: (suffix) => createSecretName(blueprint, upstream, suffix),
      });
  }
}

function toOAuthScheme(
  { tokenUrl, scopes, authorizationUrl, isPublicClient }: z.infer<typeof OAuth>,
  name: (suffix: string) => string,
): AuthScheme {
  const usual = { id: 'oauth2', tokenUrl, scopes, clientIdSecret: name('CLIENT_ID') };
  const secret = { clientSecretSecret: name('CLIENT_SECRET') };
  if (authorizationUrl === undefined) {
    return { ...usual, kind: 'oauth2ClientCredentials', ...secret };
  }
  return {
    ...usual,
    kind: 'oauth2AuthorizationCode',
    authorizationUrl,
    ...(isPublicClient ? {} : secret),
    refreshTokenSecret: name('REFRESH_TOKEN'),
  };
}

/** One sentence of how requests to an upstream are authenticated. */
export function describeAuth(auth: UpstreamAuth, id: string): string {
  switch (auth.kind) {
    case 'none':
      return `Requests to ${id} are sent without authentication.`;
    case 'bearer':
      return `Requests to ${id} are sent with a bearer token.`;
    case 'basic':
      return `Requests to ${id} are sent with a user name and password (Basic).`;
    case 'apiKey':
      return `Requests to ${id} are sent with an API key: ${auth.in} ${auth.name}.`;
    case 'oauth2':
      return describeOAuth(auth, id);
    case 'signature':
    case 'awsSignature':
      return describeSigning(auth, id);
  }
}

function describeOAuth(
  { authorizationUrl, tokenUrl, scopes }: z.infer<typeof OAuth>,
  id: string,
): string {
  const asked = scopes.length > 0 ? `, ${scopes.join(' ')}` : '';
  return authorizationUrl === undefined
    ? `Requests to ${id} are sent with an OAuth token from ${tokenUrl} (client credentials${asked}).`
    : `Requests to ${id} are sent with an OAuth token that the person allows: until they have set the client and pressed Connect (${authorizationUrl}), real calls fail.`;
}

/** Name of a secret: the one that the API has for this already, or a new one. */
function toSecretName(
  blueprint: Blueprint,
  upstream: { id: string; baseUrl: string },
  suffix: string,
): string {
  const { upstreams } = blueprint;
  const own = upstreams.find(({ id }) => id === upstream.id)?.auth.flatMap(secretNames) ?? [];
  const taken = listTaken(upstreams, upstream.id);
  // The name that the person has set a value for stays.
  const kept = own.find((name) => name.endsWith(`_${suffix}`) && !taken.has(name));
  return kept ?? createSecretName(blueprint, upstream, suffix);
}

/** `ACME_API_TOKEN` for a server called `acme-api`; after the host where there are several APIs. */
function createSecretName(
  { identity, upstreams }: Blueprint,
  { id, baseUrl }: { id: string; baseUrl: string },
  suffix: string,
): string {
  const others = upstreams.filter((each) => each.id !== id);
  const taken = listTaken(upstreams, id);
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : id;
  const prefix = toCapitals(others.length === 0 ? identity.name : host);
  let name = `${prefix}_${suffix}`;
  for (let count = 2; taken.has(name); count += 1) name = `${prefix}_${count}_${suffix}`;
  return name;
}

/** Names of the secrets of all other APIs. */
function listTaken(upstreams: Blueprint['upstreams'], id: string): Set<string> {
  const others = upstreams.filter((each) => each.id !== id);
  return new Set(others.flatMap(({ auth }) => auth.flatMap(secretNames)));
}

function toCapitals(text: string): string {
  const words = text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return (/^[A-Z]/.test(words) ? words : `API_${words}`).slice(0, 40).replace(/^_+|_+$/g, '');
}
