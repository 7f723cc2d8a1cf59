import { readAtMost } from '../bytes.ts';
import { isJsonObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toBasic } from './authorize.ts';
import type { TokenSource } from './authorize.ts';

/** A token is not used shortly before it expires: the call takes time as well. */
const EXPIRY_MARGIN_MS = 30_000;
/** For servers that do not state a token's lifetime. */
const DEFAULT_LIFETIME_MS = 300_000;
const MAX_TOKEN_ANSWER_BYTES = 65_536;
/** Bounds the memory of a process that serves many clients. */
const MAX_TOKENS = 500;

/** Access tokens by their request parameters, including the client's secret. */
export type TokenCache = Map<string, { token: string; expiresAt: number }>;

/**
 * Gets access tokens by OAuth 2.0 client credentials (RFC 6749, 4.4), cached while they are valid. `refresh`
 * bypasses the cache, for a token that the API has rejected.
 */
export function createTokenSource(
  send: (request: Request) => Promise<Response>,
  cache: TokenCache,
  refresh: boolean,
): TokenSource {
  return async (scheme, clientId, clientSecret) => {
    const key = JSON.stringify([scheme.tokenUrl, scheme.scopes, clientId, clientSecret]);
    const known = cache.get(key);
    if (!refresh && known !== undefined && known.expiresAt > Date.now()) {
      return { ok: true, token: known.token };
    }
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scheme.scopes.length > 0) form.set('scope', scheme.scopes.join(' '));
    const { status, body } = await requestToken(
      send,
      scheme.tokenUrl,
      form,
      clientId,
      clientSecret,
    );
    const token = body['access_token'];
    if (status !== 200 || typeof token !== 'string' || token === '') {
      return { ok: false, message: failureText(scheme.tokenUrl, status, body) };
    }
    if (cache.size >= MAX_TOKENS) cache.clear();
    cache.set(key, { token, expiresAt: Date.now() + lifetimeOf(body) });
    return { ok: true, token };
  };
}

/** RFC 6749, 2.3.1: servers must support the header; some only read the form. */
async function requestToken(
  send: (request: Request) => Promise<Response>,
  tokenUrl: string,
  form: URLSearchParams,
  clientId: string,
  clientSecret: string,
): Promise<{ status: number; body: JsonObject }> {
  const basic = toBasic(encodeURIComponent(clientId), encodeURIComponent(clientSecret));
  const first = await post(send, tokenUrl, form, { Authorization: basic });
  if (first.status !== 400 && first.status !== 401) return first;
  const full = new URLSearchParams(form);
  full.set('client_id', clientId);
  full.set('client_secret', clientSecret);
  return await post(send, tokenUrl, full, {});
}

async function post(
  send: (request: Request) => Promise<Response>,
  url: string,
  form: URLSearchParams,
  headers: { [name: string]: string },
): Promise<{ status: number; body: JsonObject }> {
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

function lifetimeOf(body: JsonObject): number {
  const seconds = Number(body['expires_in']);
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_LIFETIME_MS;
  return Math.max(0, seconds * 1000 - EXPIRY_MARGIN_MS);
}

function failureText(tokenUrl: string, status: number, body: JsonObject): string {
  const code = typeof body['error'] === 'string' ? ` (${body['error'].slice(0, 100)})` : '';
  const host = new URL(tokenUrl).host;
  if (status === 200) return `The token endpoint at ${host} answered without an access token.`;
  return `The token endpoint at ${host} refused the client's credentials: status ${status}${code}.`;
}
