import { files } from 'virtual:project-template';

/**
 * Files that are the same in every project, by path in the project: the template's own, and the runtime in a
 * few modules below `src/runtime/`.
 */
export const templateFiles: ReadonlyMap<string, string> = new Map(Object.entries(files));

/** A template by its path in the project. @throws Error if there is none: a bug. */
export function requireTemplate(path: string): string {
  const text = templateFiles.get(path);
  if (text === undefined) throw new Error(`The template ${path} is missing.`);
  return text;
}
