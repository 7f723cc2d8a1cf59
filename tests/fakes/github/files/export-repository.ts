import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

import type { Repository } from '../world.ts';

const compress = promisify(deflate);

/** Writes a repository into a new folder as git keeps it, every object under the name that it has here. */
export async function exportRepository(
  { refs, objects, defaultBranch }: Repository,
  folder: string,
): Promise<void> {
  for (const [sha, { type, size, content }] of Object.entries(objects)) {
    const head = Buffer.from(`${type} ${size}\0`);
    const bytes = await compress(Buffer.concat([head, Buffer.from(content, 'base64')]));
    const place = path.join(folder, 'objects', sha.slice(0, 2));
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, sha.slice(2)), bytes);
  }
  // Git takes a folder for a repository only with these.
  await mkdir(path.join(folder, 'objects'), { recursive: true });
  await mkdir(path.join(folder, 'refs'), { recursive: true });
  const names = Object.keys(refs).toSorted();
  const lines = names.map((name) => `${refs[name] ?? ''} ${name}\n`);
  await writeFile(path.join(folder, 'packed-refs'), lines.join(''));
  await writeFile(path.join(folder, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`);
  await writeFile(path.join(folder, 'config'), '[core]\n\tbare = true\n');
}
