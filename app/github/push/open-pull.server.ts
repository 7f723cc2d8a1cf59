import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

interface NewPull {
  /** The branch with the commit. */
  head: string;
  /** The branch that it is to be merged into. */
  base: string;
  title: string;
  body: string;
}

/** GitHub takes 65,536 characters. */
const MAX_BODY = 60_000;

/** Opens a pull request, unless one of this branch is there already, and returns its number. */
export async function openPull(
  app: Pick<AppContext, 'log'>,
  { octokit, owner, repo }: OpenRepository,
  { head, base, title, body }: NewPull,
): Promise<Result<number, GithubFailure>> {
  const opened = await askGithub(app, () =>
    octokit.request('POST /repos/{owner}/{repo}/pulls', {
      owner,
      repo,
      head,
      base,
      title,
      body: body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}…` : body,
      maintainer_can_modify: true,
    }),
  );
  if (opened.ok) return succeed(opened.value.data.number);
  if (opened.reason !== 'githubRefused') return opened;
  const known = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/pulls', {
      owner,
      repo,
      head: `${owner}:${head}`,
      base,
      state: 'all',
      per_page: 1,
    }),
  );
  if (!known.ok) return known;
  const [first] = known.value.data;
  return first === undefined ? opened : succeed(first.number);
}
