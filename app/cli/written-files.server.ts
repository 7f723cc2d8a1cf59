import { createHash } from 'node:crypto';
import {
  lstatSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import * as z from 'zod/mini';

/** Beside the project's files: which of them are ours, so that the next version can take them away. */
export const WRITTEN_FILES = '.mcp-builder.json';

/** SHA-256 of the files that were written, by path. */
export type WrittenFiles = ReadonlyMap<string, string>;

const Stored = z.object({ files: z.record(z.string(), z.string()) });

/** The files that an earlier version wrote; none where it kept no list, or one that cannot be read. */
export function readWrittenFiles(directory: string): WrittenFiles {
  try {
    const text = readFileSync(path.join(directory, WRITTEN_FILES), 'utf8');
    return new Map(Object.entries(Stored.parse(JSON.parse(text)).files));
  } catch {
    return new Map();
  }
}

/** Keeps the list of the files that were just written. */
export function keepWrittenFiles(directory: string, written: WrittenFiles): void {
  const files = Object.fromEntries([...written].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ files }, null, 2);
  writeFileSync(path.join(directory, WRITTEN_FILES), `${text}\n`);
}

/**
 * Removes what an earlier version wrote and this one did not, with folders that are empty then. What
 * somebody has changed since stays.
 * @returns the paths of both kinds
 */
export function removeOutdated(
  directory: string,
  before: WrittenFiles,
  written: WrittenFiles,
): { removed: string[]; changed: string[] } {
  const outcome = { removed: [] as string[], changed: [] as string[] };
  for (const [name, hash] of before) {
    if (written.has(name)) continue;
    const file = findInside(directory, name);
    if (file === null) continue;
    if (hashBytes(readFileSync(file)) !== hash) {
      outcome.changed.push(name);
      continue;
    }
    unlinkSync(file);
    outcome.removed.push(name);
    removeEmptyFolders(directory, name);
  }
  return outcome;
}

/** A regular file below the directory; the list may name anything, and a folder may be a link. */
function findInside(directory: string, name: string): string | null {
  try {
    const root = realpathSync(directory);
    const file = path.join(root, name);
    const isInside = realpathSync(path.dirname(file)) === path.dirname(file);
    const isBelow = file.startsWith(root + path.sep);
    return isInside && isBelow && lstatSync(file).isFile() ? file : null;
  } catch {
    // It has been removed since.
    return null;
  }
}

function removeEmptyFolders(directory: string, name: string): void {
  const parts = name.split('/').slice(0, -1);
  try {
    for (; parts.length > 0; parts.pop()) rmdirSync(path.join(directory, ...parts));
  } catch {
    // Something else is in it.
  }
}

/** SHA-256 of one file, in hexadecimal. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
