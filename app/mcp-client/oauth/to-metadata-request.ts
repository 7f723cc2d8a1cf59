import type { OauthRequest } from './oauth-flow.ts';

/** Asks for a metadata document with headers that need no preflight in a browser. */
export function toMetadataRequest(url: URL): OauthRequest {
  return { method: 'GET', url: url.href, headers: { accept: 'application/json' }, body: null };
}
