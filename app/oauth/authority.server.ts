import type { OAuthAuthorizationServer } from '@cloudflare/workers-oauth-provider';

import type { AppContext } from '#app/platform/app-context.ts';

import { BUILDER_SLUG, toEndpointAddress } from './builder-slug.ts';
import { ToolScope } from './tool-scope.ts';

export const AUTHORIZE_PATH = '/oauth/authorize';
export const TOKEN_PATH = '/oauth/token';
export const REGISTER_PATH = '/oauth/register';

type Bindings = Pick<Env, 'OAUTH_KV'>;

/** A user who let an app call an endpoint, as a token carries them. */
export interface GrantProps {
  uid: string;
  /** The user's own account. */
  account: string;
  /**
   * The project whose endpoint it was: its name in the address may be another project's one day. Of the builder's
   * endpoint empty.
   */
  project: string;
}

/** Identifier of an endpoint for clients (RFC 8707): its address. */
export function toResource(origin: string, slug: string): string {
  return origin + toEndpointAddress(slug);
}

/** Stands for all endpoints, where an answer is the same for each. */
export function toAnyResource(origin: string): string {
  return `${origin}/mcp`;
}

/** Name of the endpoint that a resource identifies; null: it is none of ours. */
export function toSlug(origin: string, resource: string | null): string | null {
  const prefix = `${origin}/mcp/`;
  if (resource === toResource(origin, BUILDER_SLUG)) return BUILDER_SLUG;
  if (resource === null || !resource.startsWith(prefix)) return null;
  const slug = resource.slice(prefix.length);
  return /^[a-z0-9-]+$/.test(slug) ? slug : null;
}

/**
 * The authorization server, made for one endpoint: of another one it knows neither tokens nor grants. It is
 * loaded when somebody signs in to an endpoint, and not before.
 */
export async function createAuthority(
  app: Pick<AppContext, 'origin'>,
  resource: string,
): Promise<OAuthAuthorizationServer<Bindings>> {
  const { OAuthAuthorizationServer: Authority } =
    await import('@cloudflare/workers-oauth-provider');
  return new Authority<Bindings>({
    issuer: app.origin,
    resources: [resource],
    authorizeEndpoint: AUTHORIZE_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientRegistrationEndpoint: REGISTER_PATH,
    clientIdMetadataDocumentEnabled: true,
    scopesSupported: [...ToolScope.options],
  });
}
