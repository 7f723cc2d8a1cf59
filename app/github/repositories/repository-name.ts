/** GitHub's limit of a repository's name. */
const MAX_NAME = 100;

/** Why a name cannot be a repository's, for its user. */
export type NameProblem =
  | 'empty'
  | 'tooLong'
  /** Only dots: a folder, or the one above it. */
  | 'dots'
  /** `.wiki` belongs to a repository's wiki. */
  | 'wiki'
  /** No letter or digit that GitHub keeps is in it. */
  | 'unwritten';

/**
 * A name as GitHub writes it: ASCII letters, digits, `.`, `-` and `_`, a hyphen for whatever is between
 * them, and no `.git` at the end (docs.github.com, "Repository limits"). Accents alone are dropped before.
 */
export function toRepositoryName(text: string): string {
  const name = text
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\w.-]+/g, '-');
  return name.replace(/(?:\.git)+$/i, '');
}

/** Finds the fault of a name that {@link toRepositoryName} has written; null: it has none. */
export function findNameProblem(name: string): NameProblem | null {
  if (name === '') return 'empty';
  if (name.length > MAX_NAME) return 'tooLong';
  if (/^\.+$/.test(name)) return 'dots';
  if (/\.wiki$/i.test(name)) return 'wiki';
  return /[A-Za-z0-9]/.test(name) ? null : 'unwritten';
}

/** A name for something with a title in any script; empty where GitHub could write nothing of it. */
export function suggestName(title: string): string {
  return toRepositoryName(title)
    .toLowerCase()
    .replace(/^[-.]+|[-.]+$/g, '');
}
