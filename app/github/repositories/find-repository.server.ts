import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { readRepository } from './read-repository.server.ts';
import type { Repository } from './repository.ts';

/**
 * Finds a repository by its name; null: there is none, or the user or the app may not see it. One that was renamed
 * or moved is found by its former name, too.
 */
export async function findRepository(
  app: Pick<AppContext, 'log'>,
  { octokit, settings }: Pick<OpenGithub, 'octokit' | 'settings'>,
  owner: string,
  repo: string,
): Promise<Result<Repository | null, GithubFailure>> {
  const answer = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}', { owner, repo }),
  );
  if (!answer.ok) return answer.reason === 'githubMissing' ? succeed(null) : answer;
  const repository = readRepository(answer.value.data, settings);
  return repository ? succeed(repository) : fail({ reason: 'githubUnavailable' });
}
