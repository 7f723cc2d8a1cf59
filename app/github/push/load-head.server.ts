import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** The last commit of a branch. */
export interface BranchHead {
  commit: string;
  /** Name of the commit's tree. */
  tree: string;
  isProtected: boolean;
  /** The branch has this commit only. */
  isFirst: boolean;
}

/** The repository has commits, and this branch has none. */
export interface BranchMissing {
  reason: 'branchMissing';
  branch: string;
}

/** The last commit of a branch; null: the repository is empty. */
export async function loadHead(
  app: Pick<AppContext, 'log'>,
  { octokit, owner, repo }: OpenRepository,
  branch: string,
): Promise<Result<BranchHead | null, GithubFailure | BranchMissing>> {
  const found = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/branches/{branch}', { owner, repo, branch }),
  );
  if (found.ok) {
    const { commit, protected: isProtected } = found.value.data;
    const isFirst = commit.parents.length === 0;
    return succeed({ commit: commit.sha, tree: commit.commit.tree.sha, isProtected, isFirst });
  }
  if (found.reason === 'githubEmpty') return succeed(null);
  if (found.reason !== 'githubMissing') return found;
  const others = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/branches', { owner, repo, per_page: 1 }),
  );
  if (!others.ok) return others.reason === 'githubEmpty' ? succeed(null) : others;
  return others.value.data.length === 0 ? succeed(null) : fail({ reason: 'branchMissing', branch });
}
