import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { changeLink, type LinkRow } from './link-store.server.ts';

/** A repository as GitHub describes it, and the client to ask it by. */
export interface OpenRepository extends OpenGithub {
  id: number;
  owner: string;
  repo: string;
  defaultBranch: string;
  description: string;
  isPrivate: boolean;
  isArchived: boolean;
  canPush: boolean;
}

/** The repository of a link was deleted, the app has lost sight of it, or another one has its name. */
export interface RepositoryGone {
  reason: 'repositoryGone';
  owner: string;
  name: string;
}

/** Finds a repository by its name, also by an earlier one. */
export async function openRepository(
  app: Pick<AppContext, 'log'>,
  github: OpenGithub,
  { owner, name }: Pick<LinkRow, 'owner' | 'name'>,
): Promise<Result<OpenRepository, GithubFailure>> {
  const { octokit } = github;
  const found = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}', { owner, repo: name }),
  );
  if (!found.ok) return found;
  const { data } = found.value;
  return succeed({
    ...github,
    id: Number(data.id),
    owner: data.owner.login,
    repo: data.name,
    defaultBranch: data.default_branch,
    description: data.description ?? '',
    isPrivate: data.private,
    isArchived: data.archived,
    canPush: data.permissions?.push === true,
  });
}

/**
 * Finds the repository of a link, which learns its name and its state. That it is gone counts for the link only where
 * who has linked it does not find it: others may not see it.
 */
export async function followLink(
  app: AppContext,
  github: OpenGithub,
  link: LinkRow,
): Promise<Result<OpenRepository, GithubFailure | RepositoryGone>> {
  const { DB } = app.env;
  const { owner, name } = link;
  const found = await openRepository(app, github, link);
  const isGone = found.ok ? found.value.id !== link.repositoryId : found.reason === 'githubMissing';
  if (isGone) {
    const isProven = found.ok || github.connection.uid === link.linkedBy;
    if (isProven && link.state !== 'gone')
      await changeLink(DB, link, { state: 'gone' }, Date.now());
    return fail({ reason: 'repositoryGone', owner, name });
  }
  if (!found.ok) return found;
  const { owner: newOwner, repo, isPrivate, isArchived } = found.value;
  const state = isArchived ? 'archived' : 'ok';
  const isSame =
    owner === newOwner && name === repo && state === link.state && isPrivate === link.isPrivate;
  if (!isSame) {
    await changeLink(DB, link, { owner: newOwner, name: repo, state, isPrivate }, Date.now());
  }
  return found;
}
