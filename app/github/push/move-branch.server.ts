import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Somebody else was faster, or rules of the repository ask for a pull request. */
export type BranchRefusal = { reason: 'branchMoved' } | { reason: 'branchProtected' };

/** Moves a branch to a commit on top of its last one, never by force. */
export async function moveBranch(
  app: Pick<AppContext, 'log'>,
  { octokit, owner, repo }: OpenRepository,
  branch: string,
  sha: string,
): Promise<Result<void, GithubFailure | BranchRefusal>> {
  const ref = `heads/${branch}`;
  const moved = await askGithub(app, () =>
    octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', {
      owner,
      repo,
      ref,
      sha,
      force: false,
    }),
  );
  if (moved.ok) return succeed(undefined);
  const { reason } = moved;
  if (reason !== 'githubRefused' && reason !== 'githubForbidden' && reason !== 'githubConflict') {
    return moved;
  }
  // GitHub tells these apart by its words alone.
  if (/fast.?forward|reference cannot be updated/i.test(moved.message)) {
    return fail({ reason: 'branchMoved' });
  }
  if (/protected|rule|pull request|required/i.test(moved.message))
    return fail({ reason: 'branchProtected' });
  return reason === 'githubConflict' ? fail({ reason: 'branchMoved' }) : moved;
}

/** Begins a branch at a commit; one of this name that is there already is left alone. */
export async function beginBranch(
  app: Pick<AppContext, 'log'>,
  { octokit, owner, repo }: OpenRepository,
  branch: string,
  sha: string,
): Promise<Result<void, GithubFailure>> {
  const ref = `refs/heads/${branch}`;
  const begun = await askGithub(app, () =>
    octokit.request('POST /repos/{owner}/{repo}/git/refs', { owner, repo, ref, sha }),
  );
  if (begun.ok) return succeed(undefined);
  const isThere = begun.reason === 'githubRefused' && /already exists/i.test(begun.message);
  return isThere ? succeed(undefined) : begun;
}
