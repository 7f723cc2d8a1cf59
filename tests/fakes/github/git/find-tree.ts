import type { Repository } from '../world.ts';

import { readCommit } from './commits.ts';
import { readTree } from './trees.ts';

/** The tree of a folder in a commit. */
export function findTree(repository: Repository, commit: string, folder: string): string | null {
  let tree = readCommit(repository, commit)?.tree ?? null;
  for (const part of folder.split('/').filter(Boolean)) {
    const entries = tree === null ? null : readTree(repository, tree);
    const found = entries?.find(({ name, mode }) => name === part && mode === '040000');
    tree = found?.sha ?? null;
  }
  return tree;
}
