import { describeGithubFailure } from '#app/github/github-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { renameAccount } from './connection-store.server.ts';
import type { GithubOverview, GithubStatus } from './github-status.ts';
import { listInstallations } from './list-installations.server.ts';
import { loadGithubStatus } from './load-github-status.server.ts';
import { readAccount } from './read-account.server.ts';
import { requireConnection, type OpenGithub } from './require-connection.server.ts';

/** The status of GitHub for a user, and where the app is installed; GitHub is asked, also for its name of the account. */
export async function loadOverview(app: AppContext, uid: string): Promise<GithubOverview> {
  const opened = await requireConnection(app, uid);
  const listed = opened.ok ? await ask(app, opened.value) : opened;
  // Asking may have shown that GitHub takes the tokens no longer.
  const known = await loadGithubStatus(app, uid);
  // Tokens that no key of ours opens are of no use either, but may be one day.
  const isOver = !listed.ok && listed.reason === 'githubRevoked' && known.state === 'connected';
  const status: GithubStatus = isOver ? { ...known, state: 'revoked' } : known;
  if (listed.ok) return { status, installations: listed.value, failure: null };
  const failure = status.state === 'connected' ? describeGithubFailure(listed) : null;
  const isLimit = failure !== null && listed.reason === 'githubLimited';
  return { status, installations: null, failure, ...(isLimit && { retryAfter: listed.seconds }) };
}

async function ask(app: AppContext, opened: OpenGithub) {
  const { octokit, connection } = opened;
  const [listed, account] = await Promise.all([
    listInstallations(app, opened),
    readAccount(app, octokit),
  ]);
  if (account.ok) {
    const { login, name, avatarUrl } = account.value;
    const isSame =
      login === connection.login && name === connection.name && avatarUrl === connection.avatarUrl;
    if (!isSame) await renameAccount(app.env.DB, connection, account.value);
  }
  return listed.ok && !account.ok ? account : listed;
}
