import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { checkName } from './check-name.server.ts';
import type { CreatedRepository, NewRepository } from './new-repository.ts';
import { dropReach } from './reach-cache.server.ts';
import { readRepository } from './read-repository.server.ts';
import { renameDefaultBranch } from './rename-default-branch.server.ts';
import type { Repository } from './repository.ts';

/** Every way in which a repository cannot be created. */
export type CreationFailure = GithubFailure | { reason: 'nameTaken'; owner: string; name: string };

type App = Pick<AppContext, 'env' | 'log'>;

/**
 * Creates a repository with a first commit, so that its branch exists. Where GitHub's answer is lost, it is looked
 * for: the name was free before.
 * @param wish checked already
 */
export async function createRepository(
  app: App,
  github: OpenGithub,
  wish: NewRepository,
): Promise<Result<CreatedRepository, CreationFailure>> {
  const { owner, name } = wish;
  const before = await checkName(app, github, owner, name);
  if (!before.ok) return before;
  if (before.value.state === 'taken') return fail({ reason: 'nameTaken', owner, name });
  const created = await requestCreation(app, github, wish);
  const repository = created.ok ? created : await findLost(app, github, wish, created);
  if (!repository.ok) return repository;
  await dropReach(app, github.connection.id);
  return succeed(await renameDefaultBranch(app, github, repository.value, wish.defaultBranch));
}

async function requestCreation(
  app: App,
  { octokit, connection, settings }: OpenGithub,
  wish: NewRepository,
): Promise<Result<Repository, GithubFailure>> {
  const parts = {
    name: wish.name,
    private: wish.isPrivate,
    auto_init: true,
    ...(wish.description === '' ? {} : { description: wish.description }),
    ...(wish.license === null ? {} : { license_template: wish.license }),
    // A second attempt of the library would be told that the name is taken, by the first.
    request: { retries: 0 },
  };
  const isOwn = wish.owner.toLowerCase() === connection.login.toLowerCase();
  const answer = await askGithub<{ data: unknown }>(app, () =>
    isOwn
      ? octokit.request('POST /user/repos', parts)
      : octokit.request('POST /orgs/{org}/repos', { org: wish.owner, ...parts }),
  );
  if (!answer.ok) return answer;
  const repository = readRepository(answer.value.data, settings);
  return repository ? succeed(repository) : fail({ reason: 'githubUnavailable' });
}

/** Finds the repository where only the answer was lost; the failure itself where there is none. */
async function findLost(
  app: App,
  github: OpenGithub,
  { owner, name }: NewRepository,
  failure: { ok: false } & GithubFailure,
): Promise<Result<Repository, CreationFailure>> {
  if (failure.reason === 'githubRefused' && /already exists/i.test(failure.message)) {
    return fail({ reason: 'nameTaken', owner, name });
  }
  if (failure.reason !== 'githubUnavailable') return failure;
  const after = await checkName(app, github, owner, name);
  const isThere = after.ok && after.value.state === 'taken' && after.value.repository !== null;
  return isThere && after.value.repository ? succeed(after.value.repository) : failure;
}
