import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import { loadLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import { notePull, type PullOutcome } from '#app/github/links/note-pull.server.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import { listOpenPushes } from '#app/github/links/push-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

/** So many pull requests are asked for; older ones are left to webhooks. */
const MAX_ASKED = 5;

/** Asks what became of the open pull requests of a project, and returns the link as it is then. */
export async function refreshPulls(
  app: AppContext,
  repository: OpenRepository,
  link: LinkRow,
): Promise<Result<LinkRow, GithubFailure>> {
  const open = await listOpenPushes(app.env.DB, link);
  for (const push of open.slice(0, MAX_ASKED).toReversed()) {
    if (push.pull === null) continue;
    const outcome = await readPullOutcome(app, repository, push.pull);
    if (!outcome.ok) {
      if (outcome.reason === 'githubMissing') continue;
      return outcome;
    }
    const current = (await loadLink(app.env.DB, link.project)) ?? link;
    await notePull(app.env.DB, current, push, outcome.value, Date.now());
  }
  if (open.length === 0) return succeed(link);
  return succeed((await loadLink(app.env.DB, link.project)) ?? link);
}

/** Asks what became of a pull request. */
export async function readPullOutcome(
  app: AppContext,
  { octokit, owner, repo }: OpenRepository,
  pull_number: number,
): Promise<Result<PullOutcome, GithubFailure>> {
  const found = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { owner, repo, pull_number }),
  );
  if (!found.ok) return found;
  const { state, merged, merge_commit_sha: sha, base, head } = found.value.data;
  if (merged) return succeed({ state: 'merged', sha, base: base.ref, head: head.sha });
  return succeed({ state: state === 'open' ? 'open' : 'closed' });
}
