import type { Repository } from '../world.ts';

import { hasObject } from './git-objects.ts';

/** The commit of a branch, a tag, a full name of a reference, `HEAD`, or its own name (also the start of it). */
export function findCommit(repository: Repository, name: string): string | null {
  const { refs, objects, defaultBranch } = repository;
  const short = name === 'HEAD' ? defaultBranch : name;
  for (const full of [`refs/heads/${short}`, `refs/tags/${short}`, `refs/${short}`, short]) {
    const sha = Object.hasOwn(refs, full) ? refs[full] : undefined;
    if (sha !== undefined) return sha;
  }
  if (hasObject(repository, short, 'commit')) return short;
  if (!/^[0-9a-f]{7,39}$/.test(short)) return null;
  const isMeant = (sha: string) => sha.startsWith(short) && objects[sha]?.type === 'commit';
  return Object.keys(objects).find(isMeant) ?? null;
}

export const isEmpty = ({ refs }: Repository) => Object.keys(refs).length === 0;
