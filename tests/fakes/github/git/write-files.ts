import type { Repository } from '../world.ts';

import { writeCommit, readCommit, type Signature } from './commits.ts';
import { writeObject } from './git-objects.ts';
import { buildTree, flattenTree, type Leaf, type Mode } from './trees.ts';

/** A file; null removes it. `base64` for what is no text. */
export type FileContent =
  | string
  | null
  | {
      text?: string | undefined;
      base64?: string | undefined;
      mode?: Mode | undefined;
      sha?: string | undefined;
    };

/** Commits files to a branch, as somebody with a clone does; answers the commit. */
export function writeFiles(
  repository: Repository,
  branch: string,
  files: Record<string, FileContent>,
  { message, author, date }: { message: string; author: Signature; date?: string },
): string {
  const ref = `refs/heads/${branch}`;
  const parent = repository.refs[ref];
  const before = parent === undefined ? null : readCommit(repository, parent);
  const leaves = new Map<string, Leaf>(before ? flattenTree(repository, before.tree) : []);
  for (const [path, file] of Object.entries(files)) {
    if (file === null) leaves.delete(path);
    else leaves.set(path, toLeaf(repository, file));
  }
  const sha = writeCommit(repository, {
    tree: buildTree(repository, leaves),
    parents: parent === undefined ? [] : [parent],
    author,
    committer: { ...author, date: date ?? author.date },
    message,
  });
  repository.refs[ref] = sha;
  repository.pushedAt = author.date;
  repository.updatedAt = author.date;
  return sha;
}

function toLeaf(repository: Repository, file: Exclude<FileContent, null>): Leaf {
  if (typeof file === 'string') return toLeaf(repository, { text: file });
  const mode = file.mode ?? '100644';
  if (file.sha !== undefined) return { mode, sha: file.sha };
  const content =
    file.base64 === undefined ? Buffer.from(file.text ?? '') : Buffer.from(file.base64, 'base64');
  return { mode, sha: writeObject(repository, 'blob', content) };
}
