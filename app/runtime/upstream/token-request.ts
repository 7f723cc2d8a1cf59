import { readAtMost } from '../bytes.ts';
import { isJsonObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toBasic } from './authorize.ts';

/** A token is not used shortly before it expires: the call takes time as well. */
const EXPIRY_MARGIN_MS = 30_000;
/** For servers that do not state a token's lifetime. */
const DEFAULT_LIFETIME_MS = 300_000;
const MAX_TOKEN_ANSWER_BYTES = 65_536;

export type Send = (request: Request) => Promise<Response>;

/** Registration of this server with an authorization server; a public client has no secret. */
export interface OAuthClient {
  id: string;
  secret: string | undefined;
}

/** Answer of a token endpoint (RFC 6749, 5); an empty body if it was no JSON object. */
export interface TokenResponse {
  status: number;
  body: JsonObject;
}

/**
 * Asks a token endpoint. RFC 6749, 2.3.1: servers must support the header; some only read the form. What
 * the first try has used up (`invalid_grant`) is not sent again.
 */
export async function requestToken(
  send: Send,
  tokenUrl: string,
  form: URLSearchParams,
  client: OAuthClient,
): Promise<TokenResponse> {
  const full = new URLSearchParams(form);
  full.set('client_id', client.id);
  if (client.secret === undefined) return await post(send, tokenUrl, full, {});
  const basic = toBasic(encodeURIComponent(client.id), encodeURIComponent(client.secret));
  const first = await post(send, tokenUrl, form, { Authorization: basic });
  const isRefused = first.status === 400 || first.status === 401;
  if (!isRefused || first.body['error'] === 'invalid_grant') return first;
  full.set('client_secret', client.secret);
  return await post(send, tokenUrl, full, {});
}

async function post(
  send: Send,
  url: string,
  form: URLSearchParams,
  headers: { [name: string]: string },
): Promise<TokenResponse> {
  const response = await send(
    new Request(url, {
      method: 'POST',
      headers: {
        ...headers,
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
      redirect: 'manual',
    }),
  );
  const bytes = await readAtMost(response.body, MAX_TOKEN_ANSWER_BYTES);
  return {
    status: response.status,
    body: parseObject(new TextDecoder().decode(bytes ?? undefined)),
  };
}

function parseObject(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A text of an answer; undefined if it is missing or empty. */
export function tokenTextOf({ status, body }: TokenResponse, name: string): string | undefined {
  const value = status === 200 ? body[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** How long the token of an answer may be used, in milliseconds. */
export function lifetimeOf({ body }: TokenResponse): number {
  const seconds = Number(body['expires_in']);
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_LIFETIME_MS;
  return Math.max(0, seconds * 1000 - EXPIRY_MARGIN_MS);
}

/** One sentence of why there is no token: the endpoint's own words are not passed on, only its code. */
export function describeTokenRefusal(
  tokenUrl: string,
  { status, body }: TokenResponse,
  what: string,
): string {
  const code = typeof body['error'] === 'string' ? ` (${body['error'].slice(0, 100)})` : '';
  const host = new URL(tokenUrl).host;
  if (status === 200) return `The token endpoint at ${host} answered without an access token.`;
  return `The token endpoint at ${host} refused ${what}: status ${status}${code}.`;
}
