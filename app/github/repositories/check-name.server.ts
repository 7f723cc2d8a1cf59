import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { findRepository } from './find-repository.server.ts';
import type { NameAnswer } from './new-repository.ts';

/** Tells whether a name is free in an account, as far as the user and the app can see. */
export async function checkName(
  app: Pick<AppContext, 'log'>,
  github: OpenGithub,
  owner: string,
  name: string,
): Promise<Result<NameAnswer, GithubFailure>> {
  const found = await findRepository(app, github, owner, name);
  if (!found.ok) return found;
  const repository = found.value;
  if (repository === null) return succeed({ state: 'free', repository });
  const isSame =
    `${repository.owner}/${repository.name}`.toLowerCase() === `${owner}/${name}`.toLowerCase();
  return succeed({ state: isSame ? 'taken' : 'moved', repository });
}
