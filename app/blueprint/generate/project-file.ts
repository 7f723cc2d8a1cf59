/** One file of a generated project. */
export interface ProjectFile {
  /** Relative, with `/`. */
  path: string;
  text: string;
}

/** Sorts by path in code unit order, which no locale changes. */
export function sortByPath(files: ProjectFile[]): ProjectFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
