import { toBase64, toUtf8 } from '#app/platform/text/encoding.ts';
import type { ClientAuthentication } from '#app/mcp-client/target.ts';

import type { AuthorizationServer } from './oauth-documents.ts';
import type { OauthClientIdentity } from './oauth-flow.ts';

export const CLIENT_METHODS: readonly ClientAuthentication[] = [
  'client_secret_basic',
  'client_secret_post',
  'none',
];

/** A method that we know; null: another one, or none named. */
export function readMethod(name: string | undefined): ClientAuthentication | null {
  return CLIENT_METHODS.find((method) => method === name) ?? null;
}

/** How a client proves itself: as it was registered, or the strongest that both sides have. */
export function chooseClientMethod(
  client: OauthClientIdentity,
  server: AuthorizationServer,
): ClientAuthentication {
  if (client.method !== null) return client.method;
  if (client.secret === null) return 'none';
  // RFC 8414, 2: absent means client_secret_basic.
  const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return CLIENT_METHODS.find((method) => offered.includes(method)) ?? 'client_secret_post';
}

/** Puts the proof into the headers and the form of a token request (RFC 6749, 2.3.1). */
export function proveClient(
  { id, secret }: OauthClientIdentity,
  method: ClientAuthentication,
  form: URLSearchParams,
): Record<string, string> {
  if (method === 'client_secret_basic') {
    const pair = `${toFormText(id)}:${toFormText(secret ?? '')}`;
    return { authorization: `Basic ${toBase64(toUtf8(pair))}` };
  }
  form.set('client_id', id);
  if (method === 'client_secret_post') form.set('client_secret', secret ?? '');
  return {};
}

/** As in a form, which RFC 6749 asks for before base64. */
function toFormText(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}
