import { strFromU8, unzipSync } from 'fflate';

/** Files of a downloaded project, without their common folder. */
export function unpackZip(bytes: Uint8Array): { path: string; size: number; text: string }[] {
  const entries = Object.entries(unzipSync(bytes)).filter(([path]) => !path.endsWith('/'));
  const folders = new Set(entries.map(([path]) => path.slice(0, path.indexOf('/') + 1)));
  const [folder] = folders;
  if (!folder || folders.size > 1) throw new Error('the files do not lie in one folder');
  return entries.map(([path, content]) => ({
    path: path.slice(folder.length),
    size: content.length,
    text: strFromU8(content),
  }));
}
