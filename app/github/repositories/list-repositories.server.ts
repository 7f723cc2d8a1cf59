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

type App = Pick<AppContext, 'env' | 'log'>;

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
  { query: text, cursor, isFresh }: Wish,
): Promise<Result<RepositoryPage, GithubFailure>> {
  const reach = await loadReach(app, github, isFresh);
  if (!reach.ok) return reach;
  const query = toRepositoryQuery(text);
  const known = new Set(reach.value.listed.map(({ id }) => id));
  const matches = reach.value.listed.filter((one) => matchesRepository(one, query));
  const end = 'listed' in cursor ? cursor.listed + PAGE : matches.length;
  const listed = 'listed' in cursor ? matches.slice(cursor.listed, end) : [];
  const grantUrl = toGrantUrl(github.settings);
  const note = reach.value.isGranted ? null : ('noAccount' as const);
  if (end < matches.length) {
    return succeed({ repositories: listed, cursor: `l${end}`, note, grantUrl });
  }
  if (reach.value.searched.length === 0) {
    return succeed({ repositories: listed, cursor: null, note, grantUrl });
  }
  const page = 'page' in cursor ? cursor.page : firstPage(github, query);
  const more = await askGithub(app, () => continueList(github, reach.value, query, page));
  if (!more.ok) return more;
  const named = page === 1 ? await findNamed(app, github, query, matches) : [];
  for (const { id } of named) known.add(id);
  const found = more.value.repositories.filter(({ id }) => !known.has(id));
  return succeed({
    repositories: [...named, ...listed, ...found],
    cursor: more.value.hasMore ? `p${page + 1}` : null,
    note: more.value.isCut && !more.value.hasMore ? 'typeToFind' : note,
    grantUrl,
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
  query: string,
  matches: readonly Repository[],
): Promise<Repository[]> {
  const [, owner = '', name = ''] = /^([\w.-]+)\/([\w.-]+)$/.exec(query) ?? [];
  const isListed = matches.some((one) => `${one.owner}/${one.name}`.toLowerCase() === query);
  if (owner === '' || isListed) return [];
  const found = await findRepository(app, github, owner, name);
  return found.ok && found.value ? [found.value] : [];
}
