/** One file of a generated project. */
export interface ProjectFile {
  /** Relative path with `/`. */
  path: string;
  text: string;
}

/** A project file whose text can be large: it comes in pieces, once. */
export interface FileInPieces {
  path: string;
  text: string | Iterable<string>;
}

/** Joins the pieces of a file. */
export function inOnePiece({ path, text }: FileInPieces): ProjectFile {
  return { path, text: typeof text === 'string' ? text : Array.from(text).join('') };
}

/** Sorts by path in code unit order, which no locale changes. */
export function sortByPath(files: ProjectFile[]): ProjectFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
