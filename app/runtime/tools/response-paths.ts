/** Kept parts of an answer by property; null keeps a value whole. */
export interface PathTree extends ReadonlyMap<string, PathTree | null> {}

/** A name, `[]` or `[*]`, or a quoted name in brackets. */
const STEP = /(?:^|\.)([^.[\]'"]+)|\[\*?\]|\[(?:'([^']+)'|"([^"]+)")\]/y;

const knownTrees = new WeakMap<readonly string[], PathTree>();

/**
 * Reads a response path such as `articles[].title`: the names of properties from the root on. `[]` marks a list
 * and may be left out; a name with a dot is quoted, `['a.b']`. Null if it cannot be read, or names nothing.
 */
export function readPath(text: string): string[] | null {
  const names: string[] = [];
  STEP.lastIndex = /^\$[.[]/.test(text) ? 1 : 0;
  while (STEP.lastIndex < text.length) {
    const step = STEP.exec(text);
    if (step === null) return null;
    const name = step[1] ?? step[2] ?? step[3];
    if (name !== undefined) names.push(name);
  }
  return names.length === 0 ? null : names;
}

/** The tree of a list of paths, made once. A text that is a property's own name at the root means that, too. */
export function pathTree(paths: readonly string[]): PathTree {
  const found = knownTrees.get(paths);
  if (found !== undefined) return found;
  const tree: GrowingTree = new Map();
  for (const text of paths) {
    grow(tree, [text]);
    grow(tree, readPath(text) ?? []);
  }
  knownTrees.set(paths, tree);
  return tree;
}

type GrowingTree = Map<string, GrowingTree | null>;

function grow(tree: GrowingTree, [name, ...rest]: string[]): void {
  if (name === undefined) return;
  const inner = tree.get(name);
  if (inner === null) return;
  if (rest.length === 0) {
    tree.set(name, null);
    return;
  }
  const next = inner ?? new Map();
  tree.set(name, next);
  grow(next, rest);
}
