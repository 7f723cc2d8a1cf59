import * as z from 'zod';

import { HttpUrl, type Blueprint } from '#app/blueprint/blueprint.ts';
import type { AuthScheme } from '#app/runtime/definition.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

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
    scopes: z.array(z.string().min(1)).max(100).default([]),
  }),
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
  }
}

/** `ACME_API_TOKEN` for a server called `acme-api`; after the host where there are several APIs. */
function toSecretName(
  { identity, upstreams }: Blueprint,
  { id, baseUrl }: { id: string; baseUrl: string },
  suffix: string,
): string {
  const own = upstreams.find((each) => each.id === id)?.auth.flatMap(secretNames) ?? [];
  const others = upstreams.filter((each) => each.id !== id);
  const taken = new Set(others.flatMap(({ auth }) => auth.flatMap(secretNames)));
  // The name that the person has set a value for stays.
  const kept = own.find((name) => name.endsWith(`_${suffix}`) && !taken.has(name));
  if (kept !== undefined) return kept;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : id;
  const prefix = toCapitals(others.length === 0 ? identity.name : host);
  let name = `${prefix}_${suffix}`;
  for (let count = 2; taken.has(name); count += 1) name = `${prefix}_${count}_${suffix}`;
  return name;
}

function toCapitals(text: string): string {
  const words = text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return (/^[A-Z]/.test(words) ? words : `API_${words}`).slice(0, 40).replace(/^_+|_+$/g, '');
}
