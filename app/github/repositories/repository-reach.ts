import * as z from 'zod/mini';

import { RepositoryOwner } from './new-repository.ts';
import { Repository } from './repository.ts';

/** The repositories that a user and the app may reach, as far as they are listed at once. */
export const RepositoryReach = z.object({
  /** Accounts that may own a new repository, the user's own first. */
  owners: z.array(RepositoryOwner),
  /** Whether the app is granted any account. */
  isGranted: z.boolean(),
  /** The last pushed first. */
  listed: z.array(Repository),
  /** Accounts that have more repositories than are listed, which a search finds. */
  searched: z.array(z.string()),
});
export type RepositoryReach = z.infer<typeof RepositoryReach>;

/** Sorts by the last push; those of one moment by name. */
export function sortByPush(repositories: readonly Repository[]): Repository[] {
  return repositories.toSorted(
    (one, other) =>
      (other.pushedAt ?? 0) - (one.pushedAt ?? 0) ||
      `${one.owner}/${one.name}`.localeCompare(`${other.owner}/${other.name}`, 'en'),
  );
}
