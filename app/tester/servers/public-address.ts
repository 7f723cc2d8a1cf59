/** Parameters of an address that carry a credential, by their names. */
const CREDENTIAL_NAME =
  /token|secret|passw|api[-_]?key|^key$|auth|credential|signature|^sig$|session|^code$|jwt/i;
/** A value that nobody types, whatever its name. */
const LIKE_CREDENTIAL = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{20,}$/;
/** A part of a path that gives access by itself: longer and more mixed than an id. */
const SECRET_PART = /\/(?=[^/]*[a-z])(?=[^/]*[A-Z])(?=[^/]*\d)[\w-]{32,}=*(?=\/|$)/;

/** An address as it may leave the browser, and the names of the parts that were taken out. */
export interface PublicAddress {
  /** Null: it is none, or its path is a credential, which nothing can be left of. */
  url: string | null;
  removed: readonly string[];
}

/** An address without user, password, fragment, and parameters that look like a credential. */
export function toPublicAddress(address: string): PublicAddress {
  if (!URL.canParse(address)) return { url: null, removed: [] };
  const url = new URL(address);
  if (SECRET_PART.test(url.pathname)) return { url: null, removed: ['path'] };
  const removed: string[] = [];
  if (url.username !== '' || url.password !== '') removed.push('user and password');
  url.username = '';
  url.password = '';
  url.hash = '';
  // A copy: what follows a deleted one would be skipped.
  for (const [name, value] of new URLSearchParams(url.search)) {
    if (!CREDENTIAL_NAME.test(name) && !LIKE_CREDENTIAL.test(value)) continue;
    url.searchParams.delete(name);
    removed.push(name);
  }
  return { url: url.href, removed };
}
