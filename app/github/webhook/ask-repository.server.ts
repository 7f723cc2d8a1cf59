import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { Octokit } from '#app/github/asking/open-octokit.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { summariseChecks, toCheckState, toStatusState, type CiState } from './ci-state.ts';
import type { PullFacts, ToldRepository } from './github-payload.ts';

/** More checks than these are not counted. */
const MAX_CHECKS = 300;

/** A repository by its names, and who asks for it. */
export interface AskedRepository {
  app: Pick<AppContext, 'log'>;
  octokit: Octokit;
  owner: string;
  name: string;
}

/** Opens a repository when it is first needed; null: nobody can ask, so that a webhook has to be believed. */
export type RepositoryOpener = () => Promise<AskedRepository | null>;

type Asked<Answer> = Promise<Result<Answer, GithubFailure>>;

/** The repository with a number; one that has its former name now is another one. */
export async function fetchRepository(
  { app, octokit, owner, name: repo }: AskedRepository,
  id: number,
): Asked<ToldRepository> {
  const asked = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}', { owner, repo }),
  );
  if (!asked.ok) return asked;
  const { data } = asked.value;
  return data.id === id ? succeed({ ...data, id }) : fail({ reason: 'githubMissing' });
}

/** The last commit of a branch; null: there is no such branch in a repository that can be seen. */
export async function fetchHead(
  { app, octokit, owner, name: repo }: AskedRepository,
  branch: string,
): Asked<string | null> {
  const ref = `heads/${branch}`;
  const asked = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { owner, repo, ref }),
  );
  if (asked.ok) return succeed(asked.value.data.object.sha);
  if (asked.reason === 'githubEmpty') return succeed(null);
  if (asked.reason !== 'githubMissing') return asked;
  const repository = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}', { owner, repo }),
  );
  return repository.ok ? succeed(null) : repository;
}

/** A pull request. */
export async function fetchPull(
  { app, octokit, owner, name: repo }: AskedRepository,
  number: number,
): Asked<PullFacts> {
  const asked = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      owner,
      repo,
      pull_number: number,
    }),
  );
  return asked.ok ? succeed(asked.value.data) : asked;
}

/** How a branch stands to a commit: how many are on top of it; null: it is not below the branch any more. */
export async function fetchAhead(
  { app, octokit, owner, name: repo }: AskedRepository,
  base: string,
  head: string,
): Asked<number | null> {
  const basehead = `${base}...${head}`;
  const asked = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
      owner,
      repo,
      basehead,
      per_page: 1,
    }),
  );
  if (asked.ok) {
    const { status, ahead_by: ahead } = asked.value.data;
    return succeed(status === 'ahead' || status === 'identical' ? ahead : null);
  }
  return asked.reason === 'githubMissing' ? succeed(null) : asked;
}

/** How the checks of a commit stand; null: we may not see them. */
export async function fetchCi(
  { app, octokit, owner, name: repo }: AskedRepository,
  sha: string,
): Asked<CiState | null> {
  const commit = { owner, repo, ref: sha, per_page: 100 };
  const runs = await askGithub(app, () =>
    octokit.paginate('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', commit),
  );
  const statuses = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/status', commit),
  );
  if (!runs.ok && !isHidden(runs)) return runs;
  if (!statuses.ok && !isHidden(statuses)) return statuses;
  if (!runs.ok && !statuses.ok) return succeed(null);
  return succeed(
    summariseChecks([
      ...(runs.ok ? runs.value.slice(0, MAX_CHECKS).map(toCheckState) : []),
      ...(statuses.ok ? statuses.value.data.statuses.map(({ state }) => toStatusState(state)) : []),
    ]),
  );
}

/** Whether the rights of the app, or of the user, do not cover it. */
function isHidden({ reason }: GithubFailure): boolean {
  return reason === 'githubForbidden' || reason === 'githubMissing';
}
