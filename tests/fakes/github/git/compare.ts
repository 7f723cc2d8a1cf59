import type { Repository } from '../world.ts';

import { findMergeBase, listHistory, readCommit } from './commits.ts';
import { readObject } from './git-objects.ts';
import { flattenTree, type Leaf } from './trees.ts';

/** A file that two commits have otherwise. */
export interface ChangedFile {
  path: string;
  status: 'added' | 'removed' | 'modified';
  sha: string;
  additions: number;
  deletions: number;
}

interface Comparison {
  mergeBase: string | null;
  /** Commits that the other one has more, oldest first. */
  commits: string[];
  /** How many it lacks. */
  behind: number;
  /** What it has otherwise than where the two parted. */
  files: ChangedFile[];
  isMergeable: boolean;
}

/** What one commit has that another one has not. */
export function compare(repository: Repository, base: string, head: string): Comparison {
  const mergeBase = findMergeBase(repository, base, head);
  const ofBase = listHistory(repository, base);
  const ofHead = listHistory(repository, head);
  const known = new Set(ofBase);
  const own = new Set(ofHead);
  return {
    mergeBase,
    commits: ofHead.filter((sha) => !known.has(sha)).toReversed(),
    behind: ofBase.filter((sha) => !own.has(sha)).length,
    files: listChanges(repository, leavesOf(repository, mergeBase), leavesOf(repository, head)),
    isMergeable: mergeLeaves(repository, base, head) !== null,
  };
}

export function leavesOf(repository: Repository, commit: string | null): Map<string, Leaf> {
  const tree = commit === null ? undefined : readCommit(repository, commit)?.tree;
  return tree === undefined ? new Map<string, Leaf>() : flattenTree(repository, tree);
}

export function listChanges(
  repository: Repository,
  before: Map<string, Leaf>,
  after: Map<string, Leaf>,
): ChangedFile[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old?.sha === now?.sha && old?.mode === now?.mode) return [];
    const status = old === undefined ? 'added' : now === undefined ? 'removed' : 'modified';
    const [less, more] = [linesOf(repository, old), linesOf(repository, now)];
    return [
      {
        path,
        status,
        sha: now?.sha ?? old?.sha ?? '',
        additions: countOthers(more, less),
        deletions: countOthers(less, more),
      },
    ];
  });
}

function linesOf(repository: Repository, leaf: Leaf | undefined): string[] {
  const content = leaf === undefined ? null : readObject(repository, leaf.sha, 'blob');
  if (content === null || content.length === 0 || content.includes(0)) return [];
  return content.toString('utf8').replace(/\n$/, '').split('\n');
}

/** Lines of one text that the other one has not, or not as often. */
function countOthers(lines: string[], others: string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).length;
}

/** The files of both, by whole files; null: both changed the same one. */
export function mergeLeaves(
  repository: Repository,
  base: string,
  head: string,
): Map<string, Leaf> | null {
  const common = leavesOf(repository, findMergeBase(repository, base, head));
  const [ours, theirs] = [leavesOf(repository, base), leavesOf(repository, head)];
  const merged = new Map(ours);
  for (const path of new Set([...common.keys(), ...theirs.keys()])) {
    const [was, our, their] = [common.get(path), ours.get(path), theirs.get(path)];
    if (isSame(was, their) || isSame(our, their)) continue;
    if (!isSame(was, our)) return null;
    if (their === undefined) merged.delete(path);
    else merged.set(path, their);
  }
  return merged;
}

const isSame = (one: Leaf | undefined, other: Leaf | undefined) =>
  one?.sha === other?.sha && one?.mode === other?.mode;
