/** Bytes: a file system keeps a branch as a file, and GitHub leaves room for `refs/heads/`. */
const MAX_BYTES = 244;

/** Whether Git takes a name for a branch (git-check-ref-format), and GitHub, too. */
export function isBranchName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD') return false;
  if (new TextEncoder().encode(name).byteLength > MAX_BYTES) return false;
  if (name.startsWith('-') || name.startsWith('refs/') || /^[0-9a-f]{40}$/i.test(name))
    return false;
  // Space and control characters, and what Git gives another meaning.
  if (/[\p{Cc}\p{Cf}\s~^:?*[\\]|\.\.|@\{|\/\//u.test(name)) return false;
  return name
    .split('/')
    .every((part) => part !== '' && !part.startsWith('.') && !/(\.lock|\.)$/.test(part));
}
