/** An entry of a commit's tree. */
export interface TreeEntry {
  path: string;
  /** `100644` and `100755` are files, `120000` symbolic links, `160000` submodules, `040000` directories. */
  mode: string;
  sha: string;
  /** Bytes of a file. */
  size: number;
}

export const DIRECTORY_MODE = '040000';
export const FILE_MODE = '100644';
export const LINK_MODE = '120000';
const FILE_MODES = ['100644', '100755', '100664'];

/** Whether an entry is a plain file. */
export function isFile({ mode }: TreeEntry): boolean {
  return FILE_MODES.includes(mode);
}

/** The entries of a tree, found by path, also where only upper and lower case differ. */
export class GitTree {
  readonly #byPath = new Map<string, TreeEntry>();
  readonly #byFolded = new Map<string, TreeEntry[]>();

  constructor(entries: Iterable<TreeEntry>) {
    for (const entry of entries) {
      this.#byPath.set(entry.path, entry);
      const folded = fold(entry.path);
      const others = this.#byFolded.get(folded);
      if (others) others.push(entry);
      else this.#byFolded.set(folded, [entry]);
    }
  }

  find(path: string): TreeEntry | null {
    return this.#byPath.get(path) ?? null;
  }

  /** The entries whose paths begin so. */
  listBelow(directory: string): TreeEntry[] {
    return [...this.#byPath.values()].filter(({ path }) => path.startsWith(directory));
  }

  /** Another entry that macOS and Windows take for the same one. */
  findTwin(path: string): TreeEntry | null {
    return this.#byFolded.get(fold(path))?.find((entry) => entry.path !== path) ?? null;
  }

  /** The entry that stands where a directory of this path has to be; null: nothing does. */
  findBlocker(path: string): TreeEntry | null {
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length += 1) {
      const parent = parts.slice(0, length).join('/');
      const blocker = this.#byFolded.get(fold(parent))?.find(({ mode }) => mode !== DIRECTORY_MODE);
      if (blocker) return blocker;
    }
    return null;
  }
}

/** As file systems that ignore case compare paths. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
