import { CALLBACK_PAGE_PATH, CLIENT_DOCUMENT_PATH } from '#app/mcp-client/oauth/client-document.ts';
import type { OauthSettings } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

/** The settings of a flow for a server as it was entered. */
export function toOauthSettings(target: ServerTarget, origin: string): OauthSettings {
  const auth = target.auth.kind === 'oauth' ? target.auth : null;
  const headers = target.headers.filter(({ name }) => name !== '');
  return {
    serverUrl: target.url,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    registration: 'auto',
    clientId: auth?.clientId ?? '',
    clientSecret: auth?.clientSecret ?? '',
    scope: auth?.scope ?? '',
    method: auth?.method ?? null,
    issuer: '',
    redirectUri: origin + CALLBACK_PAGE_PATH,
    clientDocument: origin + CLIENT_DOCUMENT_PATH,
  };
}
