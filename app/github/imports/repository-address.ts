/** A place in a repository of GitHub. */
export interface RepositoryAddress {
  owner: string;
  name: string;
  /**
   * Branch, tag or commit, followed by a folder: branches may have slashes, so that only GitHub knows where one
   * ends. Empty: the default branch.
   */
  place: string[];
}

const OWNER = /^[a-z\d](?:[a-z\d-]{0,38})$/i;
const NAME = /^[\w.-]{1,100}$/;
const MAX_LENGTH = 2_000;
/** Pages of GitHub whose addresses look like those of repositories. */
const PAGES = new Set([
  'features',
  'login',
  'marketplace',
  'orgs',
  'settings',
  'sponsors',
  'topics',
]);

/** Reads the address of a repository as people copy it; null: it is none. */
export function readRepositoryAddress(text: string): RepositoryAddress | null {
  const given = text.trim();
  if (given.length > MAX_LENGTH) return null;
  const path = /^(?:(?:https?:\/\/)?(?:www\.)?github\.com\/|git@github\.com:)([^?#\s]+)/i.exec(
    given,
  )?.[1];
  const [owner = '', file = '', kind, ...rest] = (path ?? '').split('/').map(decode);
  const name = file.replace(/\.git$/i, '');
  if (!OWNER.test(owner) || !NAME.test(name) || PAGES.has(owner.toLowerCase())) return null;
  if (name === '.' || name === '..') return null;
  const isPlace = kind === 'tree' || kind === 'blob';
  const place = isPlace ? rest.filter((part) => part !== '') : [];
  // Nothing above the repository, and nothing that another part of an address would be read from.
  if (
    place.some((part) => part === '..' || part === '.' || /[\u0000-\u001F\u007F\\?#%]/.test(part))
  )
    return null;
  return { owner, name, place };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
