import type { Repository } from './repository.ts';

/** The repositories of one account. */
export interface OwnerGroup {
  owner: string;
  repositories: Repository[];
}

/** Repositories by owner, in the order in which an owner and each repository come first. */
export function groupByOwner(repositories: readonly Repository[]): OwnerGroup[] {
  const groups = Map.groupBy(repositories, ({ owner }) => owner);
  return [...groups].map(([owner, own]) => ({ owner, repositories: own }));
}
