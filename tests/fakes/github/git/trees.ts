import type { Repository } from '../world.ts';

import { readObject, writeObject } from './git-objects.ts';

/** Modes as the API writes them; git itself leaves the first zero of a folder out. */
export type Mode = '100644' | '100755' | '120000' | '040000' | '160000';

export interface TreeEntry {
  mode: Mode;
  name: string;
  sha: string;
}

/** A file, a link or a submodule below a tree, by its whole path. */
export interface Leaf {
  mode: Mode;
  sha: string;
}

const HASH_BYTES = 20;

export function readTree(repository: Repository, sha: string): TreeEntry[] | null {
  const content = readObject(repository, sha, 'tree');
  if (content === null) return null;
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(0, at);
    const head = content.toString('utf8', at, end);
    const space = head.indexOf(' ');
    const hash = content.subarray(end + 1, end + 1 + HASH_BYTES);
    entries.push({
      mode: head.slice(0, space).padStart(6, '0') as Mode,
      name: head.slice(space + 1),
      sha: hash.toString('hex'),
    });
    at = end + 1 + HASH_BYTES;
  }
  return entries;
}

function writeTree(repository: Repository, entries: TreeEntry[]): string {
  // Folders are sorted as if their names ended with a slash.
  const key = ({ mode, name }: TreeEntry) => Buffer.from(mode === '040000' ? `${name}/` : name);
  const sorted = entries.toSorted((one, other) => Buffer.compare(key(one), key(other)));
  const parts = sorted.flatMap(({ mode, name, sha }) => [
    Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`),
    Buffer.from(sha, 'hex'),
  ]);
  return writeObject(repository, 'tree', Buffer.concat(parts));
}

/** Every leaf below a tree, by path. */
export function flattenTree(repository: Repository, sha: string, prefix = ''): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const { mode, name, sha: child } of readTree(repository, sha) ?? []) {
    const path = `${prefix}${name}`;
    if (mode !== '040000') leaves.set(path, { mode, sha: child });
    else for (const [at, leaf] of flattenTree(repository, child, `${path}/`)) leaves.set(at, leaf);
  }
  return leaves;
}

/** Writes the trees that have these leaves; answers the name of the topmost. */
export function buildTree(repository: Repository, leaves: ReadonlyMap<string, Leaf>): string {
  const folders = new Map<string, Map<string, Leaf>>();
  const entries: TreeEntry[] = [];
  for (const [path, leaf] of leaves) {
    const slash = path.indexOf('/');
    if (slash === -1) {
      entries.push({ name: path, ...leaf });
      continue;
    }
    const folder = path.slice(0, slash);
    const below = folders.get(folder) ?? new Map<string, Leaf>();
    below.set(path.slice(slash + 1), leaf);
    folders.set(folder, below);
  }
  for (const [name, below] of folders) {
    entries.push({ name, mode: '040000', sha: buildTree(repository, below) });
  }
  return writeTree(repository, entries);
}
