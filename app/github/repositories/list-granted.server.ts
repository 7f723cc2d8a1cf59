import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import { chunk } from '#app/platform/chunk.ts';

import type { RepositoryOwner } from './new-repository.ts';
import { readRepositories } from './read-repository.server.ts';
import { sortByPush, type RepositoryReach } from './repository-reach.ts';
import type { Repository } from './repository.ts';
import { searchRepositories } from './search-repositories.server.ts';

const PER_PAGE = 100;
/** An account with more repositories is searched, where the app is granted all of them. */
const MAX_LISTED = 300;
/** Pages of the chosen repositories of an account: GitHub lists them in no order of use. */
const MAX_PAGES = 10;
const MAX_INSTALLATION_PAGES = 5;
/** GitHub asks for few requests at once ("Best practices for using the REST API"). */
const AT_ONCE = 4;

type Installation = Awaited<ReturnType<typeof listInstallations>>[number];

/** Lists what a GitHub App reaches: the repositories that each installation is granted. */
export async function listGranted(github: OpenGithub): Promise<RepositoryReach> {
  const installations = await listInstallations(github);
  const listed: Repository[] = [];
  const searched: string[] = [];
  for (const some of chunk(installations, AT_ONCE)) {
    const parts = await Promise.all(some.map((one) => listInstalled(github, one)));
    for (const part of parts) {
      if (part.isListed) listed.push(...part.repositories);
      else searched.push(part.login);
    }
  }
  // The first ones of a search are listed with the others.
  const found = searched.length > 0 ? await searchRepositories(github, searched, '', 1) : null;
  return {
    owners: toOwners(installations, github.connection.login),
    isGranted: installations.length > 0,
    listed: sortByPush([...listed, ...(found?.repositories ?? [])]),
    searched,
  };
}

interface Part {
  login: string;
  repositories: Repository[];
  /** False: there are too many. */
  isListed: boolean;
}

async function listInstalled(
  { octokit, settings }: OpenGithub,
  { id, login, hasAll, mayWrite }: Installation,
): Promise<Part> {
  const read: unknown[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data } = await octokit.request(
      'GET /user/installations/{installation_id}/repositories',
      {
        installation_id: id,
        per_page: PER_PAGE,
        page,
      },
    );
    if (hasAll && data.total_count > MAX_LISTED)
      return { login, repositories: [], isListed: false };
    read.push(...data.repositories);
    if (data.repositories.length < PER_PAGE) break;
  }
  const repositories = readRepositories(read, settings);
  return {
    login,
    isListed: true,
    repositories: mayWrite
      ? repositories
      : repositories.map((repository) => ({ ...repository, canPush: false })),
  };
}

async function listInstallations({ octokit }: OpenGithub) {
  const all = [];
  for (let page = 1; page <= MAX_INSTALLATION_PAGES; page += 1) {
    const { data } = await octokit.request('GET /user/installations', { per_page: PER_PAGE, page });
    all.push(...data.installations);
    if (data.installations.length < PER_PAGE) break;
  }
  return all
    .filter(({ suspended_at: suspendedAt }) => suspendedAt === null)
    .map(({ id, account, permissions, repository_selection: selection, target_type: kind }) => ({
      id,
      login: account && 'login' in account ? account.login : '',
      isOrganization: kind === 'Organization',
      hasAll: selection === 'all',
      mayWrite: permissions.contents === 'write',
      mayCreate: permissions.administration === 'write',
    }));
}

/** The user's own account and organizations; accounts of other users own nothing new. */
function toOwners(installations: readonly Installation[], own: string): RepositoryOwner[] {
  const isOwn = ({ login }: Installation) => login.toLowerCase() === own.toLowerCase();
  const mine = installations.find(isOwn);
  const organizations = installations
    .filter(({ isOrganization }) => isOrganization)
    .toSorted((one, other) => one.login.localeCompare(other.login, 'en'));
  return [
    { login: own, isOrganization: false, canCreate: mine?.mayCreate ?? false },
    ...organizations.map(({ login, mayCreate }) => ({
      login,
      isOrganization: true,
      canCreate: mayCreate,
    })),
  ];
}
