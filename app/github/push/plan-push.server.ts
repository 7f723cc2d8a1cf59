import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { LinkRow } from '#app/github/links/link-store.server.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import { findPushedCommit, listPushesOfCommit } from '#app/github/links/push-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { VersionRow } from '#app/projects/version-store.server.ts';

import { compareFiles, type FileStep, type HashedFile, type PathBlock } from './compare-files.ts';
import { findUntouched } from './find-untouched.ts';
import { GitTree } from './git-tree.ts';
import { toBlobSha } from './git-sha.ts';
import { loadHead, type BranchHead, type BranchMissing } from './load-head.server.ts';
import { loadPushedFiles, type PushedVersion } from './load-pushed-files.server.ts';
import { loadTree, type TreeTooLarge } from './load-tree.server.ts';
import { loadVersionFiles } from './load-version-files.server.ts';
import { MANIFEST_PATH, printManifest } from './manifest.ts';

/** Everything that a push of a version would do to a branch. */
export interface PushPlan {
  files: HashedFile[];
  /** The commit that it starts from; null: the repository is empty. */
  head: BranchHead | null;
  /** The version that the branch holds; null: none of ours. */
  pushed: PushedVersion | null;
  steps: FileStep[];
  /** Why the branch itself should not be moved; null: nothing speaks against it. */
  obstacle: 'moved' | 'protected' | null;
}

export type PlanFailure = GithubFailure | BranchMissing | TreeTooLarge | PathsBlocked;

/** Something in the repository stands where generated files have to be. */
interface PathsBlocked {
  reason: 'pathsBlocked';
  blocks: PathBlock[];
}

/** Plans the push of a version to the branch of its project's repository. */
export async function planPush(
  app: AppContext,
  repository: OpenRepository,
  link: LinkRow,
  version: VersionRow,
): Promise<Result<PushPlan, PlanFailure>> {
  const files = await withManifest(await loadVersionFiles(app, version), version);
  const head = await loadHead(app, repository, link.branch);
  if (!head.ok) return head;
  const pushed = await findPushed(app, link, head.value);
  const compared = await compareWith(app, repository, files, head.value, pushed);
  if (!compared.ok) return compared;
  const isMoved = pushed !== null && !pushed.isHead;
  const obstacle = head.value?.isProtected ? 'protected' : isMoved ? 'moved' : null;
  return succeed({ files, head: head.value, pushed, steps: compared.value, obstacle });
}

/** How many commits the branch has on top of a commit of ours; null: it does not descend from that. */
export async function countCommits(
  app: AppContext,
  { octokit, owner, repo }: OpenRepository,
  base: string,
  head: string,
): Promise<Result<number | null, GithubFailure>> {
  const basehead = `${base}...${head}`;
  const compared = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
      owner,
      repo,
      basehead,
      per_page: 1,
    }),
  );
  if (!compared.ok) return compared.reason === 'githubMissing' ? succeed(null) : compared;
  const { status, ahead_by } = compared.value.data;
  return succeed(status === 'ahead' || status === 'identical' ? ahead_by : null);
}

/** The version that a branch holds; a push that ended before it was noted counts, too. */
async function findPushed(
  app: AppContext,
  link: LinkRow,
  head: BranchHead | null,
): Promise<(PushedVersion & { isHead: boolean }) | null> {
  const { project, repositoryId } = link;
  const made =
    head === null
      ? []
      : await listPushesOfCommit(app.env.DB, { repositoryId, commitSha: head.commit });
  const own = made.find((push) => push.project === project);
  if (own) return { project, version: own.version, commit: own.commitSha, isHead: true };
  if (link.pushedVersion === null) return null;
  const version = link.pushedVersion;
  const commit = await findPushedCommit(app.env.DB, { project, repositoryId, version });
  return { project, version, commit, isHead: head?.commit === link.pushedSha };
}

async function compareWith(
  app: AppContext,
  repository: OpenRepository,
  files: HashedFile[],
  head: BranchHead | null,
  pushed: PushedVersion | null,
): Promise<Result<FileStep[], PlanFailure>> {
  const paths = files.map(({ path }) => path);
  const tree =
    head === null ? succeed(new GitTree([])) : await loadTree(app, repository, head.tree, paths);
  if (!tree.ok) return tree;
  const before =
    pushed === null
      ? succeed(await findUntouched(repository, head, tree.value))
      : await loadPushedFiles(app, repository, pushed, tree.value);
  if (!before.ok) return before;
  const { steps, blocks } = compareFiles(files, before.value, tree.value);
  return blocks.length > 0 ? fail({ reason: 'pathsBlocked', blocks }) : succeed(steps);
}

async function withManifest(files: HashedFile[], version: VersionRow): Promise<HashedFile[]> {
  const { project, number } = version;
  const text = printManifest({ project, version: number }, files);
  return [...files, { path: MANIFEST_PATH, text, sha: await toBlobSha(text) }];
}
