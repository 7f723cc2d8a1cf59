import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';

import { readRepositories } from './read-repository.server.ts';
import { sortByPush, type RepositoryReach } from './repository-reach.ts';
import type { Repository } from './repository.ts';

/** Repositories of a page; GitHub's most. */
export const OWN_PAGE = 100;
/** Pages that are read at once. */
export const FIRST_PAGES = 3;

/** Lists what an OAuth App reaches: the repositories of the user, of their organizations, and those they work on. */
export async function listOwn(github: OpenGithub): Promise<RepositoryReach> {
  const own = github.connection.login;
  const organizations = await listOrganizations(github);
  const listed: Repository[] = [];
  let hasMore = true;
  for (let page = 1; hasMore && page <= FIRST_PAGES; page += 1) {
    const read = await readOwnPage(github, page);
    listed.push(...read.repositories);
    hasMore = read.hasMore;
  }
  return {
    owners: [
      { login: own, isOrganization: false, canCreate: true },
      ...organizations.map((login) => ({ login, isOrganization: true, canCreate: true })),
    ],
    isGranted: true,
    listed: sortByPush(listed),
    searched: hasMore ? [own, ...organizations] : [],
  };
}

/** A page of all repositories that the user may reach, the last pushed first. */
export async function readOwnPage(
  { octokit, settings }: OpenGithub,
  page: number,
): Promise<{ repositories: Repository[]; hasMore: boolean }> {
  const { data } = await octokit.request('GET /user/repos', {
    sort: 'pushed',
    direction: 'desc',
    per_page: OWN_PAGE,
    page,
  });
  return {
    repositories: readRepositories(data, settings),
    hasMore: data.length === OWN_PAGE,
  };
}

/** Logins of the user's organizations; none where the user has not granted the app to read them. */
async function listOrganizations({ octokit, connection }: OpenGithub): Promise<string[]> {
  const scopes = connection.scopes.split(/[\s,]+/);
  if (!scopes.some((scope) => ['read:org', 'write:org', 'admin:org', 'user'].includes(scope))) {
    return [];
  }
  const { data } = await octokit.request('GET /user/orgs', { per_page: OWN_PAGE });
  return data.map(({ login }) => login);
}
