import type { Repository } from './repository.ts';

/** Why nothing can be pushed to a repository, in a word or two; null: it can. */
export function findPickProblem({
  isArchived,
  canPush,
}: Pick<Repository, 'isArchived' | 'canPush'>): string | null {
  if (isArchived) return 'Archived';
  return canPush ? null : 'Read only';
}
