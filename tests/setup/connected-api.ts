/** Where the authorization server of the tests answers, and the API behind it. */
export const SIGN_IN_SITE = 'https://id.example.net';

/** An API that a person connects by signing in. */
export const CONNECTED_DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: `${SIGN_IN_SITE}/api` }],
  paths: {
    '/notes': { get: { operationId: 'list_notes', responses: { 200: { description: '' } } } },
  },
  security: [{ login: ['notes'] }],
  components: {
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: `${SIGN_IN_SITE}/authorize`,
            tokenUrl: `${SIGN_IN_SITE}/token`,
            scopes: { notes: '' },
          },
        },
      },
    },
  },
};

export interface RegisteredClient {
  id: string;
  secret: string;
}

/** Registers a client, treated as `OAuthRegistration` says. */
export async function registerClient(
  callback: string,
  given: object = {},
): Promise<RegisteredClient> {
  const body = JSON.stringify({ redirectUris: [callback], ...given });
  const answer = await fetch(`${SIGN_IN_SITE}/register`, { method: 'POST', body });
  return answer.json();
}

/** Requests of a client at the token endpoint. */
export async function tokenRequestsOf({
  id,
}: RegisteredClient): Promise<{ grant: string; error: string | null }[]> {
  const answer = await fetch(`${SIGN_IN_SITE}/asked?client=${id}`);
  return answer.json();
}

/** Ends the access tokens of a client, or all that it was given. */
export async function endTokensOf(
  { id }: RegisteredClient,
  what: 'expire' | 'revoke',
): Promise<void> {
  await fetch(`${SIGN_IN_SITE}/${what}?client=${id}`);
}

/** The person decides at the authorization server; the address that they are sent back to. */
export async function decide(url: URL): Promise<URL> {
  const answer = await fetch(url, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? 'https://nowhere.example.net/');
}
