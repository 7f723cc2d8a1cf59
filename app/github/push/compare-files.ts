import { DIRECTORY_MODE, FILE_MODE, isFile, type GitTree, type TreeEntry } from './git-tree.ts';
import { isSafePath } from './is-safe-path.ts';
import { MANIFEST_PATH } from './manifest.ts';

/** A generated file, with the name that git gives its content. */
export interface HashedFile {
  path: string;
  text: string;
  sha: string;
}

/** A file that was pushed before, as far as it is known. */
export interface PushedFile {
  /** Name of the generated content. */
  sha: string;
  /** Name of the same lines with Windows' ends; null: not known. */
  crlfSha: string | null;
}

/** A file that a push writes or removes, or leaves as somebody has edited it. */
export interface FileStep {
  path: string;
  change: 'add' | 'change' | 'remove';
  /** The generated content; null: the file is removed. */
  text: string | null;
  mode: string;
  /** The entry that is there now; null: there is none. */
  existing: TreeEntry | null;
  /** Why it is somebody else's: the user decides; null: it is as it was generated. */
  edit: FileEdit | null;
  hasCrlf: boolean;
}

/**
 * How a file came to differ: changed or deleted after it was pushed, there before the first push, a symbolic link,
 * or one whose name differs in case only.
 */
export type FileEdit = 'changed' | 'deleted' | 'foreign' | 'link' | 'twin';

/** Why a generated file has no place in the repository. */
export interface PathBlock {
  path: string;
  /** `unsafe`: it would leave the repository; others: what stands in its place. */
  why: 'unsafe' | 'directory' | 'submodule' | 'parent';
  /** The entry that is in the way. */
  blocker: string;
}

export interface FileComparison {
  steps: FileStep[];
  blocks: PathBlock[];
}

/** Compares the files to push with those of a branch, knowing what was generated before. */
export function compareFiles(
  files: readonly HashedFile[],
  before: ReadonlyMap<string, PushedFile>,
  tree: GitTree,
): FileComparison {
  const blocks = files.flatMap((file) => findBlock(file, tree) ?? []);
  if (blocks.length > 0) return { steps: [], blocks };
  const now = new Set(files.map(({ path }) => path));
  const isGoing = (entry: TreeEntry) => !now.has(entry.path) && isPushed(entry, before);
  const written = files.flatMap((file) => {
    const step = toStep(file, before.get(file.path), tree, isGoing);
    // Ours alone: it says what was generated, and nothing is decided by it.
    return step && file.path === MANIFEST_PATH ? { ...step, edit: null } : (step ?? []);
  });
  const gone = [...before.keys()].filter((path) => !now.has(path));
  const removed: FileStep[] = gone.flatMap((path) => toRemoval(path, before, tree));
  return { steps: [...written, ...removed], blocks };
}

function findBlock({ path }: HashedFile, tree: GitTree): PathBlock | null {
  if (!isSafePath(path)) return { path, why: 'unsafe', blocker: path };
  const parent = tree.findBlocker(path);
  if (parent) return { path, why: 'parent', blocker: parent.path };
  const there = tree.find(path);
  if (there?.mode === DIRECTORY_MODE) return { path, why: 'directory', blocker: path };
  if (there?.mode === '160000') return { path, why: 'submodule', blocker: path };
  return null;
}

/** The step that writes a file; null: it is there already. */
function toStep(
  { path, text, sha }: HashedFile,
  pushed: PushedFile | undefined,
  tree: GitTree,
  isGoing: (entry: TreeEntry) => boolean,
): FileStep | null {
  const existing = tree.find(path);
  const step = { path, text, mode: FILE_MODE, hasCrlf: false };
  if (existing === null) {
    const twin = tree.findTwin(path);
    if (twin && twin.mode !== DIRECTORY_MODE && !isGoing(twin)) {
      return { ...step, change: 'add', existing: twin, edit: 'twin' };
    }
    return { ...step, change: 'add', existing, edit: pushed ? 'deleted' : null };
  }
  if (!isFile(existing)) return { ...step, change: 'change', existing, edit: 'link' };
  if (existing.sha === sha) return null;
  const { mode } = existing;
  const hasCrlf = pushed !== undefined && existing.sha === pushed.crlfSha;
  // Only the ends of its lines are others, and the text is what it was.
  if (hasCrlf && pushed.sha === sha) return null;
  const isOurs = hasCrlf || existing.sha === pushed?.sha;
  const edit = isOurs ? null : pushed ? 'changed' : 'foreign';
  return { ...step, mode, change: 'change', existing, edit, hasCrlf };
}

/** The step that removes a file that is generated no longer, unless somebody has edited it. */
function toRemoval(path: string, before: ReadonlyMap<string, PushedFile>, tree: GitTree) {
  const existing = tree.find(path);
  if (existing === null || !isPushed(existing, before)) return [];
  const { mode } = existing;
  const change = 'remove' as const;
  return [{ path, change, text: null, mode, existing, edit: null, hasCrlf: false }];
}

/** Whether a file is as it was generated, the ends of its lines aside. */
function isPushed(entry: TreeEntry, before: ReadonlyMap<string, PushedFile>): boolean {
  const pushed = before.get(entry.path);
  if (pushed === undefined || !isFile(entry)) return false;
  return entry.sha === pushed.sha || entry.sha === pushed.crlfSha;
}
