import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';

import type { FileInPieces } from '#app/blueprint/generate/project-file.ts';
import { fail, succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import { toErrorText } from './load-document.server.ts';
import { keepWrittenFiles, readWrittenFiles, removeOutdated } from './written-files.server.ts';

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

interface WrittenProject {
  /** The number of files. */
  count: number;
  /** Files of an earlier version that this one does not have: taken away, or changed and kept. */
  removed: string[];
  changed: string[];
}

/**
 * Writes files as they come, and removes those of an earlier version that are not among them; fails
 * with a message if the file system refuses.
 */
export function writeProject(
  directory: string,
  files: Iterable<FileInPieces>,
): Result<WrittenProject, WriteFailure> {
  const made = new Set<string>();
  const written = new Map<string, string>();
  try {
    for (const { path, text } of files) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      if (!made.has(folder)) mkdirSync(`${directory}/${folder}`, { recursive: true });
      written.set(path, writeText(`${directory}/${path}`, text));
      made.add(folder);
    }
    const outdated = removeOutdated(directory, readWrittenFiles(directory), written);
    keepWrittenFiles(directory, written);
    return succeed({ count: written.size, ...outdated });
  } catch (error) {
    const message = `${directory} cannot be written: ${toErrorText(error)}.`;
    return fail({ reason: 'notWritten' as const, message });
  }
}

/** Text becomes bytes in one place: a buffer for each piece would be memory until garbage is collected. */
const ROOM = Buffer.allocUnsafeSlow(262_144);
const encoder = new TextEncoder();

/** Returns the SHA-256 of what was written. */
function writeText(target: string, text: FileInPieces['text']): string {
  const hash = createHash('sha256');
  const file = openSync(target, 'w');
  let used = 0;
  const empty = () => {
    const bytes = ROOM.subarray(0, used);
    writeFileSync(file, bytes);
    hash.update(bytes);
    used = 0;
  };
  try {
    for (const piece of typeof text === 'string' ? [text] : text) {
      for (let rest = piece; rest !== '';) {
        const { read, written } = encoder.encodeInto(rest, ROOM.subarray(used));
        used += written;
        rest = rest.slice(read);
        if (rest !== '') empty();
      }
    }
    empty();
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
