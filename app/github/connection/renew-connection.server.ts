import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { GithubSettings } from '#app/github/github-settings.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { refreshAtGithub } from './ask-oauth.server.ts';
import {
  holdRenewal,
  loadConnection,
  markRevoked,
  releaseRenewal,
  replaceTokens,
  type StoredConnection,
} from './connection-store.server.ts';
import { openTokens, sealTokens } from './github-tokens.server.ts';

/** Longer than GitHub is waited for, and what is stored afterwards. */
const HELD_MS = 15_000;
/** Looks at the work of another request, which takes a second. */
const LOOKS = 40;
const LOOK_MS = 250;

type App = Pick<AppContext, 'config' | 'log'> & { env: Pick<Env, 'DB'> };

export type RenewalFailure = GithubFailure | { reason: 'notConnected' };

/**
 * Exchanges the tokens of a connection for new ones. A refresh token works once, so of many requests one asks GitHub,
 * and the others wait for what it has stored.
 */
export async function renewConnection(
  app: App,
  settings: GithubSettings,
  held: StoredConnection,
): Promise<Result<StoredConnection, RenewalFailure>> {
  for (let look = 0; look < LOOKS; look += 1) {
    const now = Date.now();
    if (await holdRenewal(app.env.DB, held, now, now + HELD_MS)) {
      return exchange(app, settings, held);
    }
    const settled = await findSettled(app, held);
    if (settled !== null) return settled;
    await scheduler.wait(LOOK_MS);
  }
  return fail({ reason: 'githubUnavailable' });
}

/** Waits while another request exchanges the tokens that were held; gives the connection as it is then. */
export async function awaitRenewal(
  app: App,
  held: StoredConnection,
): Promise<StoredConnection | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const stored = await loadConnection(app.env.DB, held.uid);
    const isHeld = stored?.tokens === held.tokens && (stored.renewingUntil ?? 0) > Date.now();
    if (!isHeld) return stored;
    await scheduler.wait(LOOK_MS);
  }
  return null;
}

/** The connection after the exchange of another request; null: it goes on, or has failed. */
async function findSettled(
  { env }: App,
  { uid, id, tokens }: StoredConnection,
): Promise<Result<StoredConnection, RenewalFailure> | null> {
  const stored = await loadConnection(env.DB, uid);
  if (stored === null || stored.id !== id) return fail({ reason: 'notConnected' });
  if (stored.revokedAt !== null) return fail({ reason: 'githubRevoked' });
  return stored.tokens === tokens ? null : succeed(stored);
}

async function exchange(
  app: App,
  settings: GithubSettings,
  held: StoredConnection,
): Promise<Result<StoredConnection, RenewalFailure>> {
  const tokens = await openTokens(app, held);
  const refresh = tokens?.refresh ?? null;
  const issued =
    refresh === null
      ? fail({ reason: 'githubRevoked' as const })
      : await refreshAtGithub(app, settings, refresh);
  if (!issued.ok) return giveUp(app, held, issued);
  const { access, refresh: next, expiresAt } = issued.value;
  const sealed = await sealTokens(app, held.id, { access, refresh: next });
  const renewed = { ...held, tokens: sealed, expiresAt, revokedAt: null, renewingUntil: null };
  // Where the user has connected again or disconnected meanwhile, these are worth nothing.
  if (!(await replaceTokens(app.env.DB, held, renewed))) return fail({ reason: 'notConnected' });
  app.log.info('github.renewed', { connection: held.id });
  return succeed(renewed);
}

/** Not every refusal is the end: while GitHub is away, or limits us, the tokens are what they were. */
async function giveUp(
  { env, log }: App,
  held: StoredConnection,
  failure: GithubFailure,
): Promise<Result<never, GithubFailure>> {
  if (failure.reason === 'githubUnavailable' || failure.reason === 'githubLimited') {
    await releaseRenewal(env.DB, held);
    return fail(failure);
  }
  log.warn('github.renewalRefused', { connection: held.id, ...failure });
  await markRevoked(env.DB, held, Date.now());
  return fail({ reason: 'githubRevoked' });
}
