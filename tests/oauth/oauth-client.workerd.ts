import { exports } from 'cloudflare:workers';

import type { ConsentAnswer, ConsentRequest } from '#app/oauth/consent/consent.ts';
import { openConsent } from '#app/oauth/consent/open-consent.server.ts';

import type { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';

const REDIRECT = 'http://127.0.0.1:3334/callback';

let addresses = 0;

/** A client on somebody's machine: it has no browser of its own, and no secret. */
export class OauthClient {
  id = '';
  readonly #verifier = crypto.randomUUID() + crypto.randomUUID();
  readonly #address = `192.0.2.${(addresses += 1)}`;

  async register(over: object = {}): Promise<Response> {
    const body = JSON.stringify({
      client_name: 'Editor',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      ...over,
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#fetch('/oauth/register', { method: 'POST', headers, body });
    if (answer.ok) this.id = (await answer.clone().json<{ client_id: string }>()).client_id;
    return answer;
  }

  /** The address that the client opens in the browser. */
  async toAddress(slug: string, over: Record<string, string> = {}): Promise<string> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.id,
      redirect_uri: REDIRECT,
      state: 'state-1',
      code_challenge: await toChallenge(this.#verifier),
      code_challenge_method: 'S256',
      resource: `${SITE}/mcp/${slug}`,
      ...over,
    });
    return `${SITE}/oauth/authorize?${query.toString()}`;
  }

  exchange(
    slug: string | null,
    code: string,
    over: Record<string, string> = {},
  ): Promise<Response> {
    return this.ask({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: this.#verifier,
      ...(slug === null ? {} : { resource: `${SITE}/mcp/${slug}` }),
      ...over,
    });
  }

  /** A request to the token endpoint. */
  ask(form: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ client_id: this.id, ...form });
    return this.#fetch('/oauth/token', { method: 'POST', body });
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cf-connecting-ip', this.#address);
    return exports.default.fetch(new Request(SITE + path, { ...init, headers }));
  }
}

/** What the page of consent would show to a user, whose browser keeps its cookie. */
export async function open(user: ProjectOwner, address: string): Promise<ConsentRequest> {
  const opened = await tryOpen(user, address);
  if (!opened.ok) throw new Error(JSON.stringify(opened));
  user.browser.keep(new Response(null, { headers: opened.value.headers }));
  return opened.value.request;
}

export function tryOpen(user: ProjectOwner, address: string) {
  const app = { ...makeApp(), origin: SITE, nonce: 'n' };
  return openConsent(app, user.browser.request(address));
}

/** Answers a request, and gives the query that the app gets. */
export async function decide(
  user: ProjectOwner,
  { handle, slug }: ConsentRequest,
  scopes: string[],
): Promise<Record<string, string>> {
  const body = { handle, slug, scopes };
  const { redirectTo } = await user.ask<ConsentAnswer>('POST', '/api/oauth/consent', body);
  return Object.fromEntries(new URL(redirectTo).searchParams);
}

/** RFC 7636, 4.2. */
async function toChallenge(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
