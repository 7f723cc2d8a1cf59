import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';

import { readRepositories } from './read-repository.server.ts';
import type { Repository } from './repository.ts';

/** Repositories of a page; GitHub's most. */
export const SEARCH_PAGE = 100;
/** GitHub lists no more of a search (docs.github.com, "REST API endpoints for search"). */
const MAX_FOUND = 1_000;
/** GitHub refuses a search of more than 256 characters. */
const MAX_WORDS = 256;
/** Accounts of one search, which is an address of bounded length. */
const MAX_OWNERS = 50;

/** A page of what a search has found. */
export interface SearchPage {
  repositories: Repository[];
  hasMore: boolean;
  /** There are more than GitHub lists. */
  isCut: boolean;
}

/**
 * Searches the repositories of some accounts by GitHub's own search, the last changed first. It allows 30 requests
 * a minute, and knows a new repository after a while only.
 * @param query empty: all repositories
 * @param page from 1
 */
export async function searchRepositories(
  { octokit, settings }: OpenGithub,
  owners: readonly string[],
  query: string,
  page: number,
): Promise<SearchPage> {
  const words = toSearchWords(query);
  const { data } = await octokit.request('GET /search/repositories', {
    q: [
      ...(words === '' ? [] : [words, 'in:name']),
      'fork:true',
      ...owners.slice(0, MAX_OWNERS).map((owner) => `user:${owner}`),
    ].join(' '),
    sort: 'updated',
    order: 'desc',
    per_page: SEARCH_PAGE,
    page,
  });
  const found = page * SEARCH_PAGE;
  return {
    repositories: readRepositories(data.items, settings),
    hasMore: found < Math.min(data.total_count, MAX_FOUND),
    isCut: data.total_count > MAX_FOUND,
  };
}

/** Words without what GitHub's search understands as an instruction: `user:`, quotes, `NOT`. */
function toSearchWords(query: string): string {
  const name = query.slice(query.lastIndexOf('/') + 1);
  const words = name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ');
  return words
    .replace(/(^|\s)[-.]+/g, '$1')
    .trim()
    .slice(0, MAX_WORDS);
}
