import { getOwner } from './find-repository.ts';
import { mergeLeaves } from './git/compare.ts';
import { writeCommit } from './git/commits.ts';
import { buildTree } from './git/trees.ts';
import { refusal } from './github-refusal.ts';
import { closePull, moveBranch } from './move-branch.ts';
import type { Site } from './operation.ts';
import { toTime, type Pull, type Repository } from './world.ts';

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** Merges a pull request; answers the commit that the base is at. */
export function mergePull(
  site: Site,
  repository: Repository,
  pull: Pull,
  { login, method = 'merge', message }: { login: string; method?: MergeMethod; message?: string },
): string {
  if (pull.mergedAt !== null) throw refusal(405, 'Pull Request is already merged');
  const leaves = mergeLeaves(repository, pull.baseSha, pull.headSha);
  if (pull.state === 'closed' || leaves === null) {
    throw refusal(405, 'Pull Request is not mergeable');
  }
  const user = getOwner(site.world, login);
  const author = {
    name: user?.name ?? login,
    email: user?.email ?? `${login}@users.noreply.github.com`,
    date: toTime(),
  };
  const titles = {
    merge: `Merge pull request #${pull.number} from ${repository.owner}/${pull.head}\n\n${pull.title}`,
    squash: `${pull.title} (#${pull.number})`,
    rebase: pull.title,
  };
  const sha = writeCommit(repository, {
    tree: buildTree(repository, leaves),
    parents: method === 'merge' ? [pull.baseSha, pull.headSha] : [pull.baseSha],
    author,
    committer: { name: 'GitHub', email: 'noreply@github.com', date: author.date },
    message: message ?? titles[method],
  });
  moveBranch(site, repository, `refs/heads/${pull.base}`, sha, login);
  // A merge commit has closed it already.
  if (pull.state === 'open') closePull(site, repository, pull, login, sha);
  return sha;
}
