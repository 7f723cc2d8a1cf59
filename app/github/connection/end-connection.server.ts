import { readGithub } from '#app/github/github-settings.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { endAtGithub } from './ask-oauth.server.ts';
import {
  isSharedAccount,
  loadConnection,
  removeConnection,
  type StoredConnection,
} from './connection-store.server.ts';
import type { EndedConnection } from './github-status.ts';
import { openTokens } from './github-tokens.server.ts';
import { toLinks } from './load-github-status.server.ts';
import { awaitRenewal, renewConnection } from './renew-connection.server.ts';

type App = Pick<AppContext, 'config' | 'log'> & { env: Pick<Env, 'DB'> };

/** Disconnects GitHub: there first, since we need the tokens for that, and here whatever GitHub answers. */
export async function endConnection(app: App, uid: string): Promise<EndedConnection> {
  const found = await loadConnection(app.env.DB, uid);
  // An exchange that goes on would bring tokens that nobody ends.
  const stored = found && (await awaitRenewal(app, found));
  const settings = readGithub(app.config);
  const manageUrl = settings.ok ? toLinks(settings.value).manageUrl : null;
  if (stored === null) return { isEndedAtGithub: true, manageUrl };
  const isEndedAtGithub = await endStored(app, stored, 'all');
  await removeConnection(app.env.DB, uid);
  app.log.info('github.disconnected', { connection: stored.id, isEndedAtGithub });
  return { isEndedAtGithub, manageUrl };
}

/**
 * Ends the tokens of a connection on GitHub, or all that its user has allowed us; false: GitHub did not answer, or
 * nobody can ask it.
 */
export async function endStored(
  app: App,
  stored: StoredConnection,
  what: 'tokens' | 'all',
): Promise<boolean> {
  if (stored.revokedAt !== null) return true;
  const settings = readGithub(app.config);
  if (!settings.ok) return false;
  // GitHub ends nothing for a token that has expired.
  const isOver = stored.expiresAt !== null && stored.expiresAt <= Date.now();
  const renewed = isOver ? await renewConnection(app, settings.value, stored) : null;
  if (renewed && !renewed.ok) {
    return renewed.reason === 'githubRevoked' || renewed.reason === 'notConnected';
  }
  const tokens = await openTokens(app, renewed?.value ?? stored);
  if (tokens === null) return false;
  // Another user of ours may have connected the same account, and keeps it.
  const isAll = what === 'all' && !(await isSharedAccount(app.env.DB, stored));
  const ended = await endAtGithub(app, settings.value, tokens.access, isAll ? 'grant' : 'token');
  return ended.ok;
}
