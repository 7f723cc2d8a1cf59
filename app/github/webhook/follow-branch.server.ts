import { changeLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import { changePush, listPushesOfCommit } from '#app/github/links/push-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { fetchCi, fetchHead, type RepositoryOpener } from './ask-repository.server.ts';
import type { CiState } from './ci-state.ts';

type App = Pick<AppContext, 'env' | 'log'>;

/** Brings links up to date with the last commit of their branch; null: the branch is gone. */
export async function followBranch(
  app: App,
  links: readonly LinkRow[],
  { branch, sha: told }: { branch: string; sha: string | null },
  ask: RepositoryOpener,
): Promise<void> {
  const followers = links.filter((link) => link.branch === branch && link.headSha !== told);
  if (followers.length === 0) return;
  const asked = await ask();
  const truth = asked && (await fetchHead(asked, branch));
  const headSha = truth?.ok ? truth.value : told;
  for (const link of followers) {
    if (link.headSha === headSha) continue;
    await changeLink(app.env.DB, link, { headSha, ci: null }, Date.now());
  }
}

/**
 * Brings links and pushes up to date with the checks of a commit. A webhook tells of one check only, so that GitHub is
 * asked how all of them stand, unless it tells what is known; where nobody can ask, what has failed or runs is believed.
 */
export async function followChecks(
  app: App,
  links: readonly LinkRow[],
  { repositoryId, sha, state }: { repositoryId: number; sha: string; state: CiState },
  ask: RepositoryOpener,
): Promise<void> {
  const { DB } = app.env;
  const heads = links.filter(({ headSha }) => headSha === sha);
  const pushes = await listPushesOfCommit(DB, { repositoryId, commitSha: sha });
  const isKnown = [...heads, ...pushes].every(({ ci }) => ci === state);
  if (isKnown) return;
  const asked = await ask();
  const found = asked && (await fetchCi(asked, sha));
  // That one check has passed says nothing of the others.
  const ci = (found?.ok ? found.value : null) ?? (state === 'passed' ? null : state);
  const now = Date.now();
  for (const link of heads) await changeLink(DB, link, { ci }, now);
  for (const push of pushes) await changePush(DB, push.id, { ci }, now);
}
