/** A file or folder of a project. */
export interface FileNode {
  name: string;
  path: string;
  /** Only a folder has some. */
  children: FileNode[] | null;
}

/** Folders shown first: the tools, before everything around them. */
const FIRST = ['src/', 'src/tools/'];

/** Paths as a tree: the tools first, then folders, then files, each by name. */
export function toFileNodes(paths: readonly string[]): FileNode[] {
  const root: FileNode[] = [];
  const folders = new Map<string, FileNode[]>([['', root]]);
  for (const path of paths) {
    const segments = path.split('/');
    let parent = root;
    let at = '';
    for (const name of segments.slice(0, -1)) {
      at += `${name}/`;
      let children = folders.get(at);
      if (!children) {
        children = [];
        folders.set(at, children);
        parent.push({ name, path: at, children });
      }
      parent = children;
    }
    parent.push({ name: segments.at(-1) ?? path, path, children: null });
  }
  for (const children of folders.values()) children.sort(byKindAndName);
  return root;
}

function byKindAndName(one: FileNode, other: FileNode): number {
  if (FIRST.includes(one.path)) return -1;
  if (FIRST.includes(other.path)) return 1;
  if ((one.children === null) !== (other.children === null)) return one.children ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}
