import type { OauthSettings } from '#app/mcp-client/oauth/oauth-flow.ts';
import { createOauthSend } from '#app/mcp-client/oauth/create-oauth-send.ts';

export const SERVER = 'https://notes.example/mcp';
export const ISSUER = 'https://auth.example';

/** An answer as JSON, or a whole one. */
type Answer = object | (() => Response);

export const SETTINGS: OauthSettings = {
  serverUrl: SERVER,
  headers: {},
  registration: 'auto',
  clientId: '',
  clientSecret: '',
  scope: '',
  method: null,
  issuer: '',
  redirectUri: 'https://builder.example/client/callback',
  clientDocument: 'https://builder.example/client/oauth-client.json',
};

const RESOURCE = 'https://notes.example/.well-known/oauth-protected-resource/mcp';

/** A sound server and its authorization server, address by address. */
export const SOUND: Record<string, Answer> = {
  [SERVER]: () =>
    new Response(null, {
      status: 401,
      headers: { 'www-authenticate': `Bearer resource_metadata="${RESOURCE}", scope="read"` },
    }),
  [RESOURCE]: {
    resource: SERVER,
    authorization_servers: [ISSUER],
    scopes_supported: ['read', 'write'],
  },
  [`${ISSUER}/.well-known/oauth-authorization-server`]: {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    registration_endpoint: `${ISSUER}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  },
  [`${ISSUER}/register`]: { client_id: 'registered-1' },
  [`${ISSUER}/token`]: {
    access_token: 'access-1',
    token_type: 'Bearer',
    expires_in: 3_600,
    refresh_token: 'refresh-1',
    scope: 'read',
  },
};

export const METADATA = `${ISSUER}/.well-known/oauth-authorization-server`;
export const RESOURCE_METADATA = RESOURCE;

/** The JSON of the sound server at an address, with some of its members changed. */
export function withMembers(address: string, over: object): Record<string, Answer> {
  return { [address]: Object.assign({}, SOUND[address], over) };
}

/** Sends requests to the sound server, except where it answers otherwise; and remembers them all. */
export function fakeAuthority(over: Record<string, Answer> = {}) {
  const asked: Request[] = [];
  const answers = new Map(Object.entries({ ...SOUND, ...over }));
  const fetch = async (url: string, init: RequestInit) => {
    asked.push(new Request(url, init));
    const answer = answers.get(url);
    if (answer === undefined) return new Response(null, { status: 404 });
    return typeof answer === 'function' ? answer() : Response.json(answer);
  };
  const send = createOauthSend({ fetch, relayUrl: null, route: 'auto' });
  return { send, asked, hosts: () => [...new Set(asked.map(({ url }) => new URL(url).host))] };
}
