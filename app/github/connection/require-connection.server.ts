import { fetchGithub } from '#app/github/asking/fetch-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import {
  openOctokit,
  type FetchOfGithub,
  type Octokit,
} from '#app/github/asking/open-octokit.server.ts';
import { readGithub, type GithubOff, type GithubSettings } from '#app/github/github-settings.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import {
  loadConnection,
  markRevoked,
  type GithubConnection,
  type StoredConnection,
} from './connection-store.server.ts';
import { openTokens } from './github-tokens.server.ts';
import { awaitRenewal, renewConnection, type RenewalFailure } from './renew-connection.server.ts';

/** Tokens that end sooner are exchanged first, so that they last for what is begun with them. */
const RENEWED_BEFORE_MS = 10 * 60_000;

type App = Pick<AppContext, 'config' | 'log'> & { env: Pick<Env, 'DB'> };

/** GitHub, ready to be asked on behalf of a user. */
export interface OpenGithub {
  octokit: Octokit;
  connection: GithubConnection;
  settings: GithubSettings;
}

/** Every way in which GitHub cannot be asked on behalf of a user, or does not do what it is asked. */
export type ConnectionFailure = GithubOff | { reason: 'notConnected' } | GithubFailure;

/**
 * Opens GitHub with the tokens of a user, which are exchanged where they end soon. Where GitHub turns out to take
 * them no longer, the connection is marked as revoked.
 */
export async function requireConnection(
  app: App,
  uid: string,
): Promise<Result<OpenGithub, ConnectionFailure>> {
  const settings = readGithub(app.config);
  if (!settings.ok) return settings;
  const stored = await loadConnection(app.env.DB, uid);
  if (stored === null) return fail({ reason: 'notConnected' });
  if (stored.revokedAt !== null) return fail({ reason: 'githubRevoked' });
  const fresh = await freshen(app, settings.value, stored);
  if (!fresh.ok) return fresh;
  const tokens = await openTokens(app, fresh.value);
  if (tokens === null) return fail({ reason: 'githubRevoked' });
  const fetching = createTokenFetch(app, settings.value, fresh.value, tokens.access);
  const octokit = await openOctokit(settings.value, tokens.access, fetching);
  return succeed({
    octokit,
    connection: toGithubConnection(fresh.value),
    settings: settings.value,
  });
}

/** A connection without its tokens. */
export function toGithubConnection(stored: StoredConnection): GithubConnection {
  const { tokens: _, renewingUntil: __, ...connection } = stored;
  return connection;
}

/** While GitHub is away, tokens do until they end. */
async function freshen(
  app: App,
  settings: GithubSettings,
  stored: StoredConnection,
): Promise<Result<StoredConnection, RenewalFailure>> {
  const { expiresAt } = stored;
  if (expiresAt === null || expiresAt - RENEWED_BEFORE_MS > Date.now()) return succeed(stored);
  const renewed = await renewConnection(app, settings, stored);
  if (renewed.ok || expiresAt <= Date.now()) return renewed;
  const isOutage = renewed.reason === 'githubUnavailable' || renewed.reason === 'githubLimited';
  return isOutage ? succeed(stored) : renewed;
}

/**
 * Fetches with the access token of a connection. GitHub ends it as soon as another request has exchanged it: then
 * the new one counts, and otherwise the connection is over.
 */
function createTokenFetch(
  app: App,
  settings: GithubSettings,
  held: StoredConnection,
  access: string,
): FetchOfGithub {
  let [token, current] = [access, held];
  return async (url, init) => {
    const used = token;
    const response = await fetchGithub(settings, url, withToken(init, used));
    if (response.status !== 401) return response;
    const stored = await awaitRenewal(app, current);
    if (stored?.id !== held.id) return response;
    const newer = stored.tokens === current.tokens ? null : await openTokens(app, stored);
    if (newer === null) {
      app.log.warn('github.revoked', { connection: held.id });
      await markRevoked(app.env.DB, current, Date.now());
      return response;
    }
    [token, current] = [newer.access, stored];
    return fetchGithub(settings, url, withToken(init, token));
  };
}

function withToken(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `token ${token}`);
  return { ...init, headers };
}
