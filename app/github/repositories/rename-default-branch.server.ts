import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { findRepository } from './find-repository.server.ts';
import type { CreatedRepository } from './new-repository.ts';
import type { Repository } from './repository.ts';

/**
 * Calls the default branch of a new repository as it was wished for: GitHub creates it under the name that its
 * account prefers. A repository whose branch keeps its name is a repository still.
 */
export async function renameDefaultBranch(
  app: Pick<AppContext, 'log'>,
  github: OpenGithub,
  repository: Repository,
  wished: string,
): Promise<CreatedRepository> {
  const { owner, name: repo, defaultBranch: branch } = repository;
  if (branch === wished) return { repository, undone: null };
  const renamed = await askGithub(app, () =>
    github.octokit.request('POST /repos/{owner}/{repo}/branches/{branch}/rename', {
      owner,
      repo,
      branch,
      new_name: wished,
    }),
  );
  if (renamed.ok) return { repository: { ...repository, defaultBranch: wished }, undone: null };
  // The answer alone may be lost.
  const found = await findRepository(app, github, owner, repo);
  const now = found.ok && found.value ? found.value : repository;
  return { repository: now, undone: now.defaultBranch === wished ? null : 'branch' };
}
