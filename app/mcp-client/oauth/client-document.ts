/** Where our client ID metadata document is, and the page that people come back to. */
export const CLIENT_DOCUMENT_PATH = '/client/oauth-client.json';
export const CALLBACK_PAGE_PATH = '/client/callback';

export const CLIENT_NAME = 'MCP Builder';

/** Our metadata, which a registration and the document have in common (RFC 7591, 2). */
export function toClientMetadata(redirectUri: string) {
  return {
    client_name: CLIENT_NAME,
    client_uri: new URL(redirectUri).origin,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}
