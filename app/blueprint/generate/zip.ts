import { strToU8, zipSync } from 'fflate';
import type { Zippable } from 'fflate';

import { toPackageName } from './package-name.ts';
import type { ProjectFile } from './project-file.ts';

/** Earliest time that a zip archive can hold in every time zone, fixed for reproducible bytes. */
const MODIFIED = '1980-01-02T00:00:00';

/** Packs a project into a zip archive, in one folder named after the server. */
export function toZip(serverName: string, files: readonly ProjectFile[]): Uint8Array {
  const folder = toPackageName(serverName);
  const entries: Zippable = {};
  for (const { path, text } of files) entries[`${folder}/${path}`] = strToU8(text);
  return zipSync(entries, { level: 6, mtime: MODIFIED });
}
