import { toBase64 } from '../base64.ts';
import { describeTokenRefusal, requestToken, tokenTextOf } from './token-request.ts';
import type { OAuthClient, Send } from './token-request.ts';

/**
 * OAuth 2.0 with an authorization code and PKCE: a person connects the server once, and requests carry access
 * tokens that its refresh token buys. Fields that end in `Secret` name a secret.
 */
export interface AuthorizationCode {
  id: string;
  kind: 'oauth2AuthorizationCode';
  /** Absolute https URL of the authorization endpoint; a query of its own is kept. */
  authorizationUrl: string;
  /** Absolute https URL of the token endpoint. */
  tokenUrl: string;
  scopes: string[];
  clientIdSecret: string;
  /** Absent: a public client. */
  clientSecretSecret?: string;
  refreshTokenSecret: string;
}

/** Random bytes of a code verifier: 43 characters, RFC 7636's minimum, with 256 bits. */
const VERIFIER_BYTES = 32;

/** A code verifier (RFC 7636, 4.1), also good as a state. */
export function createVerifier(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
}

/** Address that a person's browser is sent to, to allow this client what the scheme asks for. */
export async function toAuthorizationUrl(
  { authorizationUrl, scopes }: Pick<AuthorizationCode, 'authorizationUrl' | 'scopes'>,
  request: { clientId: string; redirectUri: string; state: string; verifier: string },
): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(request.verifier));
  const url = new URL(authorizationUrl);
  url.hash = '';
  const parameters = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
    state: request.state,
    code_challenge: toBase64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

export type CodeExchange = { ok: true; refreshToken: string } | { ok: false; message: string };

/** Exchanges an authorization code for a refresh token (RFC 6749, 4.1.3; RFC 7636, 4.5). */
export async function exchangeCode(
  send: Send,
  tokenUrl: string,
  client: OAuthClient,
  grant: { code: string; redirectUri: string; verifier: string },
): Promise<CodeExchange> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: grant.code,
    redirect_uri: grant.redirectUri,
    code_verifier: grant.verifier,
  });
  const answer = await requestToken(send, tokenUrl, form, client);
  const refreshToken = tokenTextOf(answer, 'refresh_token');
  if (refreshToken !== undefined) return { ok: true, refreshToken };
  if (tokenTextOf(answer, 'access_token') === undefined) {
    return { ok: false, message: describeTokenRefusal(tokenUrl, answer, 'the code') };
  }
  const { host } = new URL(tokenUrl);
  const message = `${host} gave an access token, but no refresh token, so the connection would end with it. Many APIs give one for the scope offline_access, or for a parameter in the authorization address such as access_type=offline.`;
  return { ok: false, message };
}

/** RFC 4648, section 5, without padding. */
function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
