import type { ProjectFile } from '#app/blueprint/generate/project-file.ts';

/** A file of the generated project that was added, removed or changed. */
export interface FileChange {
  path: string;
  status: 'added' | 'removed' | 'changed';
}

/** Compares two projects, sorted by path in code unit order. */
export function diffFiles(
  before: readonly ProjectFile[],
  after: readonly ProjectFile[],
): FileChange[] {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  const now = new Set(after.map(({ path }) => path));
  const diffs: FileChange[] = before
    .filter(({ path }) => !now.has(path))
    .map(({ path }) => ({ path, status: 'removed' }));
  for (const { path, text } of after) {
    const known = old.get(path);
    if (known === undefined) diffs.push({ path, status: 'added' });
    else if (known !== text) diffs.push({ path, status: 'changed' });
  }
  return diffs.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
