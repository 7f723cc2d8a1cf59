import { describeGithubFailure } from '#app/github/github-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import type { GithubOverview } from './github-status.ts';
import { listInstallations } from './list-installations.server.ts';
import { loadGithubStatus } from './load-github-status.server.ts';
import { requireConnection } from './require-connection.server.ts';

/** The status of GitHub for a user, and where the app is installed, which GitHub is asked for. */
export async function loadOverview(app: AppContext, uid: string): Promise<GithubOverview> {
  const opened = await requireConnection(app, uid);
  const listed = opened.ok ? await listInstallations(app, opened.value) : opened;
  // Asking may have shown that GitHub takes the tokens no longer.
  const status = await loadGithubStatus(app, uid);
  if (listed.ok) return { status, installations: listed.value, failure: null };
  const failure = status.state === 'connected' ? describeGithubFailure(listed) : null;
  return { status, installations: null, failure };
}
