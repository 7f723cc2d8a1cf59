/** A repository of GitHub, or a folder of it. */
const REPOSITORY =
  /^https?:\/\/(www\.)?github\.com\/[\w-]+\/[\w.-]+?(\.git)?\/?$|^https?:\/\/(www\.)?github\.com\/[\w-]+\/[\w.-]+\/tree\//i;

/** The page on which the servers of a repository are looked at; null: the text is no address of one. */
export function toRepositoryImport(text: string): string | null {
  const address = text.trim();
  const isAddress = REPOSITORY.test(address) && !/\s/.test(address);
  return isAddress ? `/import?from=${encodeURIComponent(address)}` : null;
}
