/** Names that git or Windows give a meaning of their own, in any case. */
const RESERVED = /^(\.{1,2}|\.git|git~\d+)$/i;
const CONTROL = /[\p{Cc}\p{Cf}\\:]/u;

/** Whether a path names a file below the root of a repository, on every system that clones it. */
export function isSafePath(path: string): boolean {
  if (path.length > 1_000 || CONTROL.test(path)) return false;
  return path
    .split('/')
    .every((part) => part !== '' && !RESERVED.test(part.replace(/[. ]+$/, '') || part));
}
