/** A file of a repository, as text. */
export interface SourceFile {
  /** Path from the root of the repository, with `/`. */
  path: string;
  text: string;
}
