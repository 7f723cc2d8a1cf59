import { createHash } from 'node:crypto';

import type { GitObject, Repository } from '../world.ts';

/** Stores an object under the name that git gives it. */
export function writeObject(
  { objects }: Repository,
  type: GitObject['type'],
  content: Buffer,
): string {
  const sha = nameObject(type, content);
  objects[sha] ??= { type, size: content.byteLength, content: content.toString('base64') };
  return sha;
}

export function nameObject(type: GitObject['type'], content: Buffer): string {
  return createHash('sha1').update(`${type} ${content.byteLength}\0`).update(content).digest('hex');
}

/** The bytes of an object; null: there is none of that kind. */
export function readObject(
  { objects }: Repository,
  sha: string,
  type: GitObject['type'],
): Buffer | null {
  const found = Object.hasOwn(objects, sha) ? objects[sha] : undefined;
  return found?.type === type ? Buffer.from(found.content, 'base64') : null;
}

export function hasObject({ objects }: Repository, sha: string, type: GitObject['type']): boolean {
  return Object.hasOwn(objects, sha) && objects[sha]?.type === type;
}
