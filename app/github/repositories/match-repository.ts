import type { Repository } from './repository.ts';

/** An address of a repository, as people paste it: of its page, to clone it, or by SSH. */
const ADDRESS = /^(?:(?:https?:\/\/)?(?:www\.)?github\.com\/|git@github\.com:)([\w.-]+\/[\w.-]+)/i;

/** The words to search for, in lower case; of a pasted address `owner/name`. */
export function toRepositoryQuery(text: string): string {
  const trimmed = text.trim();
  const address = ADDRESS.exec(trimmed)?.[1]?.replace(/\.git$/i, '');
  return (address ?? trimmed.replace(/\s+/g, ' ')).toLowerCase();
}

/** Whether each word of a query is a part of `owner/name`. */
export function matchesRepository(
  { owner, name }: Pick<Repository, 'owner' | 'name'>,
  query: string,
): boolean {
  const whole = `${owner}/${name}`.toLowerCase();
  return query.split(' ').every((word) => whole.includes(word));
}
