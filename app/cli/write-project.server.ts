import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';

import type { FileInPieces } from '#app/blueprint/generate/project-file.ts';
import { fail, succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import { toErrorText } from './load-document.server.ts';

interface WriteFailure {
  reason: 'notWritten';
  message: string;
}

/** Why a project cannot be written into a directory; null if it can. */
export function findObstacle(directory: string, force: boolean): string | null {
  try {
    const found = statSync(directory, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (!found.isDirectory()) return `${directory} is a file: name a directory.`;
    if (force || readdirSync(directory).length === 0) return null;
  } catch (error) {
    return `${directory} cannot be read: ${toErrorText(error)}.`;
  }
  return (
    `${directory} is not empty. Files of the same name would be replaced, so name another ` +
    'directory, or say --force.'
  );
}

/** Writes files as they come, and counts them; fails with a message if the file system refuses. */
export function writeProject(
  directory: string,
  files: Iterable<FileInPieces>,
): Result<number, WriteFailure> {
  const made = new Set<string>();
  let count = 0;
  for (const { path, text } of files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    try {
      if (!made.has(folder)) mkdirSync(`${directory}/${folder}`, { recursive: true });
      writeText(`${directory}/${path}`, text);
    } catch (error) {
      const message = `${directory} cannot be written: ${toErrorText(error)}.`;
      return fail({ reason: 'notWritten' as const, message });
    }
    made.add(folder);
    count += 1;
  }
  return succeed(count);
}

function writeText(target: string, text: FileInPieces['text']): void {
  if (typeof text === 'string') return writeFileSync(target, text);
  const file = openSync(target, 'w');
  try {
    for (const piece of text) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}
