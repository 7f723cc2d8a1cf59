import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { findRepository } from './find-repository.server.ts';
import { FIRST_PAGES, readOwnPage } from './list-own.server.ts';
import { loadReach } from './load-reach.server.ts';
import { matchesRepository, toRepositoryQuery } from './match-repository.ts';
import type { RepositoryReach } from './repository-reach.ts';
import type { Repository, RepositoryPage } from './repository.ts';
import { searchRepositories, type SearchPage } from './search-repositories.server.ts';
import { toGrantUrl } from './to-grant-url.ts';

/** Repositories of a page, of those that are listed. */
const PAGE = 50;

type App = Pick<AppContext, 'env' | 'log' | 'waitUntil'>;

/** Where a list goes on: behind so many of what is listed, or with a page of GitHub's. */
export type RepositoryCursor = { listed: number } | { page: number };

interface Wish {
  query: string;
  cursor: RepositoryCursor;
  isFresh: boolean;
}

/**
 * A page of the repositories that match a query. Those that are listed come first, from a cache of two minutes;
 * where an account has too many for that, GitHub's own list or search goes on.
 */
export async function listRepositories(
  app: App,
  github: OpenGithub,
  wish: Wish,
): Promise<Result<RepositoryPage, GithubFailure>> {
  const loaded = await loadReach(app, github, wish.isFresh);
  if (!loaded.ok) return loaded;
  const reach = loaded.value;
  const page = await readPage(app, github, reach, {
    ...wish,
    query: toRepositoryQuery(wish.query),
  });
  if (!page.ok) return page;
  const { repositories, cursor, isCut } = page.value;
  return succeed({
    repositories: repositories.map((one) =>
      reach.readOnly.includes(one.owner) ? { ...one, canPush: false } : one,
    ),
    cursor,
    note: reach.isGranted ? (isCut ? 'typeToFind' : null) : 'noAccount',
    grantUrl: toGrantUrl(github.settings),
  });
}

/** A part of the list, and whether GitHub has more than it lists. */
interface Part {
  repositories: Repository[];
  cursor: string | null;
  isCut: boolean;
}

async function readPage(
  app: App,
  github: OpenGithub,
  reach: RepositoryReach,
  { query, cursor }: Wish,
): Promise<Result<Part, GithubFailure>> {
  const matches = reach.listed.filter((one) => matchesRepository(one, query));
  const end = 'listed' in cursor ? cursor.listed + PAGE : matches.length;
  const listed = 'listed' in cursor ? matches.slice(cursor.listed, end) : [];
  if (end < matches.length) {
    return succeed({ repositories: listed, cursor: `l${end}`, isCut: false });
  }
  if (reach.searched.length === 0) {
    return succeed({ repositories: listed, cursor: null, isCut: false });
  }
  const page = 'page' in cursor ? cursor.page : firstPage(github, query);
  const more = await askGithub(app, () => continueList(github, reach, query, page));
  if (!more.ok) return more;
  const named = page === 1 ? await findNamed(app, github, reach, query) : [];
  const known = new Set([...reach.listed, ...named].map(({ id }) => id));
  const found = more.value.repositories.filter(({ id }) => !known.has(id));
  return succeed({
    repositories: [...named, ...listed, ...found],
    cursor: more.value.hasMore ? `p${page + 1}` : null,
    isCut: more.value.isCut && !more.value.hasMore,
  });
}

/** The first page of GitHub's that is not listed already. */
function firstPage({ settings }: OpenGithub, query: string): number {
  if (query !== '') return 1;
  return settings.kind === 'oauth-app' ? FIRST_PAGES + 1 : 2;
}

async function continueList(
  github: OpenGithub,
  { searched }: RepositoryReach,
  query: string,
  page: number,
): Promise<SearchPage> {
  if (query !== '' || github.settings.kind === 'github-app') {
    return searchRepositories(github, searched, query, page);
  }
  return { ...(await readOwnPage(github, page)), isCut: false };
}

/** The repository of the very name, which GitHub's search may not know yet, or is of somebody else. */
async function findNamed(
  app: App,
  github: OpenGithub,
  { listed, searched }: RepositoryReach,
  query: string,
): Promise<Repository[]> {
  const [, owner = '', name = ''] = /^([\w.-]+)\/([\w.-]+)$/.exec(query) ?? [];
  const isListed = listed.some((one) => `${one.owner}/${one.name}`.toLowerCase() === query);
  if (owner === '' || isListed) return [];
  const found = await findRepository(app, github, owner, name);
  if (!found.ok || found.value === null) return [];
  // A GitHub App pushes only where it was granted to, whatever the user may.
  const isGranted = github.settings.kind === 'oauth-app' || searched.includes(found.value.owner);
  return [{ ...found.value, canPush: found.value.canPush && isGranted }];
}
