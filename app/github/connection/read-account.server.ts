import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { Octokit } from '#app/github/asking/open-octokit.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { NamedAccount } from './connection-store.server.ts';

/** The account whose token it is. */
export async function readAccount(
  app: Pick<AppContext, 'log'>,
  octokit: Octokit,
): Promise<Result<NamedAccount, GithubFailure>> {
  const found = await askGithub(app, () => octokit.request('GET /user'));
  if (!found.ok) return found;
  const { id, login, name, avatar_url: avatarUrl } = found.value.data;
  return succeed({ githubId: Number(id), login, name, avatarUrl });
}
