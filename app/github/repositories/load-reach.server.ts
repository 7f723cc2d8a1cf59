import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { Result } from '#app/platform/result.ts';

import { listGranted } from './list-granted.server.ts';
import { listOwn } from './list-own.server.ts';
import { keepReach, readReach } from './reach-cache.server.ts';
import type { RepositoryReach } from './repository-reach.ts';

/**
 * Loads the reach of the user and the app: of a GitHub App what its installations are granted, of an OAuth App
 * whatever the user may.
 * @param isFresh whether GitHub is asked in any case
 */
export async function loadReach(
  app: Pick<AppContext, 'env' | 'log'>,
  github: OpenGithub,
  isFresh: boolean,
): Promise<Result<RepositoryReach, GithubFailure>> {
  const { id } = github.connection;
  const known = isFresh ? null : await readReach(app, id);
  if (known !== null) return { ok: true, value: known };
  const list = github.settings.kind === 'github-app' ? listGranted : listOwn;
  const reach = await askGithub(app, () => list(github));
  if (reach.ok) await keepReach(app, id, reach.value);
  return reach;
}
