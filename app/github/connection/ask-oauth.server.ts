import * as z from 'zod/mini';

import { askGithub } from '#app/github/asking/ask-github.server.ts';
import { fetchGithub } from '#app/github/asking/fetch-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { FetchOfGithub } from '#app/github/asking/open-octokit.server.ts';
import type { GithubSettings } from '#app/github/github-settings.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { Shape } from '#app/platform/shape.ts';

import type { GithubTokens } from './github-tokens.server.ts';

/** Tokens that GitHub has just issued. */
export interface IssuedTokens extends GithubTokens {
  /** Milliseconds since 1970; null: they do not end. */
  expiresAt: number | null;
  /** Rights of an OAuth App, separated by spaces. */
  scopes: string;
}

type App = Pick<AppContext, 'log'>;

/** A code that comes back from GitHub, and the parts that prove that it was us who sent the user there. */
export interface IssuedCode {
  code: string;
  redirectUrl: string;
  verifier: string;
}

/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app */
const TokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  scope: z.string(),
  expires_in: z.optional(z.number()),
  refresh_token: z.optional(z.string()),
});
const Refusal = z.object({ error: z.string() });
const ExchangeAnswer = z.union([TokenAnswer, Refusal]);
const RefreshAnswer = z.union([
  z.extend(TokenAnswer, {
    expires_in: z.number(),
    refresh_token: z.string(),
    refresh_token_expires_in: z.number(),
  }),
  Refusal,
]);

/** Exchanges a code for tokens. */
export async function exchangeCodeAtGithub(
  app: App,
  settings: GithubSettings,
  { code, redirectUrl, verifier }: IssuedCode,
): Promise<Result<IssuedTokens, GithubFailure>> {
  const { methods, request } = await openOAuth(settings, ExchangeAnswer);
  const exchanged = await askGithub(app, () =>
    methods.exchangeWebFlowCode({
      ...toClient(settings),
      code,
      redirectUrl,
      // The library does not know PKCE.
      request: request.defaults({ code_verifier: verifier }),
    }),
  );
  return exchanged.ok ? succeed(toIssued(exchanged.value.data)) : exchanged;
}

/** Exchanges a refresh token for new tokens; the old ones are worth nothing from then on. */
export async function refreshAtGithub(
  app: App,
  settings: GithubSettings,
  refreshToken: string,
): Promise<Result<IssuedTokens, GithubFailure>> {
  const { methods, request } = await openOAuth(settings, RefreshAnswer);
  const { clientId, clientSecret } = settings;
  const client = { clientType: 'github-app', clientId, clientSecret } as const;
  const refreshed = await askGithub(app, () =>
    methods.refreshToken({ ...client, refreshToken, request }),
  );
  return refreshed.ok ? succeed(toIssued(refreshed.value.data)) : refreshed;
}

/**
 * Ends what a user has allowed: one token, or all of the app's for this user. What GitHub does not know any more
 * has ended.
 */
export async function endAtGithub(
  app: App,
  settings: GithubSettings,
  token: string,
  what: 'token' | 'grant',
): Promise<Result<void, GithubFailure>> {
  const { methods, request } = await openOAuth(settings, Refusal);
  const end = what === 'token' ? methods.deleteToken : methods.deleteAuthorization;
  const ended = await askGithub(app, () => end({ ...toClient(settings), token, request }));
  return ended.ok || ended.reason === 'githubMissing' ? succeed(undefined) : fail(ended);
}

async function openOAuth(settings: GithubSettings, shape: Shape<unknown>) {
  const [methods, { Octokit }] = await Promise.all([
    import('@octokit/oauth-methods'),
    import('@octokit/core'),
  ]);
  // Nothing is asked twice by itself: codes and refresh tokens work once.
  const { request } = new Octokit({
    userAgent: 'mcp-builder',
    request: { fetch: createCheckedFetch(settings, shape) },
  });
  return { methods, request };
}

/** The library reads the answers of GitHub unchecked: one that is not as documented counts as an outage. */
function createCheckedFetch(settings: GithubSettings, shape: Shape<unknown>): FetchOfGithub {
  return async (url, init) => {
    const response = await fetchGithub(settings, url, init);
    if (response.status !== 200) return response;
    const headers = new Headers(response.headers);
    if (!headers.has('date')) headers.set('date', new Date().toUTCString());
    const text = await response.text();
    const isKnown = shape.safeParse(parseJson(text)).success;
    return new Response(text, { status: isKnown ? 200 : 502, headers });
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The type changes only which parts of an answer the library reads, and we read it ourselves. */
function toClient({ clientId, clientSecret }: GithubSettings) {
  return { clientType: 'oauth-app', clientId, clientSecret } as const;
}

function toIssued(answer: unknown): IssuedTokens {
  const { access_token: access, refresh_token, scope, expires_in } = TokenAnswer.parse(answer);
  const expiresAt = expires_in === undefined ? null : Date.now() + expires_in * 1_000;
  return {
    access,
    refresh: refresh_token ?? null,
    expiresAt,
    scopes: scope.split(/[\s,]+/).join(' '),
  };
}
