import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ProjectFile } from '#app/blueprint/generate/project-file.ts';

import { describeError } from './load-document.server.ts';

/** Why a project cannot be written into a directory; null where it can. */
export function findObstacle(directory: string, force: boolean): string | null {
  try {
    const found = statSync(directory, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (!found.isDirectory()) return `${directory} is a file: name a directory.`;
    if (force || readdirSync(directory).length === 0) return null;
  } catch (error) {
    return `${directory} cannot be looked at: ${describeError(error)}.`;
  }
  return (
    `${directory} is not empty. Files of the same name would be replaced, so name another ` +
    'directory, or say --force.'
  );
}

/** Writes a project; gives a sentence where the file system refuses. */
export function writeProject(directory: string, files: readonly ProjectFile[]): string | null {
  try {
    const made = new Set<string>();
    for (const { path, text } of files) {
      const target = join(directory, path);
      const folder = dirname(target);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      writeFileSync(target, text);
    }
    return null;
  } catch (error) {
    return `${directory} cannot be written: ${describeError(error)}.`;
  }
}
