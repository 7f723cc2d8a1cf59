import type { RepositoryPage } from './repository.ts';

/** A list and its next page; a repository that was pushed to meanwhile may be on both. */
export function joinPages(first: RepositoryPage, next: RepositoryPage): RepositoryPage {
  const known = new Set(first.repositories.map(({ id }) => id));
  const added = next.repositories.filter(({ id }) => !known.has(id));
  return { ...next, repositories: [...first.repositories, ...added] };
}
