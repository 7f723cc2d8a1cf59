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

/** How requests prove who sends them, as a model gives it: without any value. */
export const UpstreamAuth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({ kind: z.literal('basic') }),
  z.strictObject({
    kind: z.literal('apiKey'),
    in: z.enum(['header', 'query', 'cookie']),
    name: z.string().min(1),
  }),
  z.strictObject({
    kind: z.literal('oauth2').describe('Client credentials.'),
    tokenUrl: HttpUrl,
    scopes: Scopes,
  }),
  z.strictObject({
    kind: z.literal('oauth2Code').describe('Authorization code with PKCE: the person connects it.'),
    authorizationUrl: HttpUrl.describe('With parameters of its own, such as access_type=offline.'),
    tokenUrl: HttpUrl,
    scopes: Scopes,
    isPublicClient: z.boolean().optional().describe('Without a client secret.'),
  }),
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
      return {
        id: 'oauth2',
        kind: 'oauth2ClientCredentials',
        tokenUrl: auth.tokenUrl,
        scopes: auth.scopes,
        clientIdSecret: name('CLIENT_ID'),
        clientSecretSecret: name('CLIENT_SECRET'),
      };
    case 'signature':
    case 'awsSignature':
      return toSigningScheme(auth, {
        known: blueprint.upstreams.find(({ id }) => id === upstream.id)?.auth ?? [],
        keep: name,
        create: (suffix) => createSecretName(blueprint, upstream, suffix),
      });
    case 'oauth2Code':
      return {
        id: 'oauth2',
        kind: 'oauth2AuthorizationCode',
        authorizationUrl: auth.authorizationUrl,
        tokenUrl: auth.tokenUrl,
        scopes: auth.scopes,
        clientIdSecret: name('CLIENT_ID'),
        ...(auth.isPublicClient ? {} : { clientSecretSecret: name('CLIENT_SECRET') }),
        refreshTokenSecret: name('REFRESH_TOKEN'),
      };
  }
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
      return `Requests to ${id} are sent with an OAuth token from ${auth.tokenUrl} (client credentials${auth.scopes.length > 0 ? `, ${auth.scopes.join(' ')}` : ''}).`;
    case 'signature':
    case 'awsSignature':
      return describeSigning(auth, id);
    case 'oauth2Code':
      return `Requests to ${id} are sent with an OAuth token that the person allows: until they have set the client and pressed Connect (${auth.authorizationUrl}), real calls fail.`;
  }
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
