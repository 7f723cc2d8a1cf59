import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { DIRECTORY_MODE, GitTree, type TreeEntry } from './git-tree.ts';

/** One directory alone has more files than GitHub lists. */
export interface TreeTooLarge {
  reason: 'treeTooLarge';
}

interface Listed {
  entries: TreeEntry[];
  isCut: boolean;
}

/**
 * Lists the tree of a commit. Of one that is too large for a single answer, only the directories that the paths
 * are in.
 */
export async function loadTree(
  app: Pick<AppContext, 'log'>,
  repository: OpenRepository,
  sha: string,
  paths: readonly string[],
): Promise<Result<GitTree, GithubFailure | TreeTooLarge>> {
  const whole = await list(app, repository, sha, { recursive: '1' });
  if (!whole.ok) return whole;
  if (!whole.value.isCut) return succeed(new GitTree(whole.value.entries));
  app.log.info('github.treeCut', { entries: whole.value.entries.length });
  return walk(app, repository, sha, toDirectories(paths));
}

async function walk(
  app: Pick<AppContext, 'log'>,
  repository: OpenRepository,
  root: string,
  wanted: ReadonlySet<string>,
): Promise<Result<GitTree, GithubFailure | TreeTooLarge>> {
  const entries: TreeEntry[] = [];
  const left = [{ path: '', sha: root }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path: below, sha } = next;
    const listed = await list(app, repository, sha, {});
    if (!listed.ok) return listed;
    if (listed.value.isCut) return fail({ reason: 'treeTooLarge' });
    for (const entry of listed.value.entries) {
      const path = below === '' ? entry.path : `${below}/${entry.path}`;
      entries.push({ ...entry, path });
      if (entry.mode === DIRECTORY_MODE && wanted.has(path.toLowerCase())) {
        left.push({ path, sha: entry.sha });
      }
    }
  }
  return succeed(new GitTree(entries));
}

async function list(
  app: Pick<AppContext, 'log'>,
  { octokit, owner, repo }: OpenRepository,
  tree_sha: string,
  query: { recursive?: string },
): Promise<Result<Listed, GithubFailure>> {
  const answer = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
      owner,
      repo,
      tree_sha,
      ...query,
    }),
  );
  if (!answer.ok) return answer;
  const { tree, truncated } = answer.value.data;
  const entries = tree.map(({ path, mode, sha, size = 0 }) => {
    return { path, mode, sha, size };
  });
  return succeed({ entries, isCut: truncated });
}

/** All directories above these paths, in lower case. */
function toDirectories(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const path of paths) {
    const parts = path.toLowerCase().split('/');
    for (let length = 1; length < parts.length; length += 1) {
      all.add(parts.slice(0, length).join('/'));
    }
  }
  return all;
}
